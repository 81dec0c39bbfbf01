// expect: TRUE
// about: other quotients are what they are
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    if (d != -1 && d != 3) return 0;
    __int128 q = (__int128)-21 / d;
    if (q != 21 && q != -7) reach_error();
    return 0;
}
