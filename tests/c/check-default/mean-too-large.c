// expect: FALSE
// about: the sum of numbers that have no bound
// check: overflow
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int(), sum = 0;
    if (count < 1 || count > 100) return 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        sum += value;
    }
    return sum / count;
}
