// expect: TRUE
// about: a quotient of floats is finite before it is converted
// options: --check conversion
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
    if (count < 1) return 0;
    long long average = (long long)((double)total / count);
    return average == 4;
}
