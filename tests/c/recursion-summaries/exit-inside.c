// expect: TRUE
// about: however deep, the program ends before it returns
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void exit(int);
static int down(unsigned n) {
    if (n == 0) exit(0);
    return down(n - 1);
}
int main(void) {
    down(__VERIFIER_nondet_int());
    reach_error();
    return 0;
}
