// expect: UNKNOWN
// about: an array that is defined elsewhere has elements, though nobody says how many
extern int elsewhere[];
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int here;

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = n > 1 ? elsewhere : &here;
    for (int i = 0; i < 2 && i < n; i++) p[i] = 7;
    if (n > 1 && here == 0) reach_error();
    return 0;
}
