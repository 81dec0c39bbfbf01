// expect: FALSE
// about: the violated assertion stands in another file
// with: error-elsewhere-helper.c
extern int __VERIFIER_nondet_int(void);

extern void check(int);
int main(void) {
    check(__VERIFIER_nondet_int());
    return 0;
}
