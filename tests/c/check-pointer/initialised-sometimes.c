// expect: FALSE
// about: a pointer has a value on one of two ways only
// options: --check pointer
// check: pointer
// violation: 17
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 1, b = 2;
    int *p;
    int n = __VERIFIER_nondet_int();
    if (n > 0) {
        p = &a;
    } else {
        b = 3;
    }
    return *p + b;
}
