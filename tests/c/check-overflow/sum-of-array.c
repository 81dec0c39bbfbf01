// expect: TRUE
// about: a sum of small elements
// options: --check overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (a[i] < -1000 || a[i] > 1000) continue;
        sum += a[i];
    }
    return sum == 2;
}
