// expect: FALSE
// about: the least number divided by minus one does not trap where the compiler divides
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    __int128 least = (__int128)1 << 127;
    int d = __VERIFIER_nondet_int();
    if (d != -1) return 0;
    if (least / d == least) reach_error();
    return 0;
}
