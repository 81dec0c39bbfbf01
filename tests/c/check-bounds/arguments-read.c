// expect: TRUE
// about: the arguments of a program up to the null behind them
// options: --check bounds
extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > argc) return 0;
    return argv[n] == 0;
}
