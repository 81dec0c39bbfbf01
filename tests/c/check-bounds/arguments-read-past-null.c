// expect: FALSE
// about: the element behind the null that ends the arguments
// options: --check bounds
// check: bounds
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > argc) return 0;
    return argv[n + 1] == 0;
}
