// expect: FALSE
// about: a sum of elements of any size
// options: --check overflow
// check: overflow
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += a[i];
    }
    return sum == 2;
}
