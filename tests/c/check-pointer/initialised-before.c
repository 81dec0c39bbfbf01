// expect: TRUE
// about: a pointer has a value on all ways to its use
// options: --check pointer
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 1, b = 2;
    int *p;
    int n = __VERIFIER_nondet_int();
    if (n > 0) {
        p = &a;
    } else {
        p = &b;
    }
    return *p + b;
}
