// expect: TRUE
// about: the sum of at most a hundred small numbers
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int(), sum = 0;
    if (count < 1 || count > 100) return 0;
    for (int i = 0; i < count; i++) {
        int value = __VERIFIER_nondet_int();
        if (value > 1000 || value < -1000) value = 0;
        sum += value;
    }
    return sum / count;
}
