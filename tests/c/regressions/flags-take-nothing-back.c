// expect: FALSE
// about: a flag of the user does not take back what uninitialised variables mean
// options: -ftrivial-auto-var-init=uninitialized
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    for (int i = 0; i < 3; i++) {
        int x;
        if (i && x == i && __VERIFIER_nondet_int()) reach_error();
        x = 0;
    }
    return 0;
}
