// expect: TRUE
// about: after an assumption that cannot hold anything is right
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x < x);
    reach_error();
    return 0;
}
