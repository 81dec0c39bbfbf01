// expect: TRUE
// about: an average of at least one number
// options: --check division
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0, count = 0;
    for (int i = 0; i < 4; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < 0 || value > 100) continue;
        sum += value;
        count++;
    }
    if (count == 0) return 0;
    return sum / count;
}
