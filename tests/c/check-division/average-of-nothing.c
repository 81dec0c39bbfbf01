// expect: FALSE
// about: an average of numbers that may all be left out
// options: --check division
// check: division
// violation: 16
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0, count = 0;
    for (int i = 0; i < 4; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < 0 || value > 100) continue;
        sum += value;
        count++;
    }
    return sum / count;
}
