// expect: FALSE
// about: the loop goes one past the end of the array
// options: --check bounds
// check: bounds
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10] = {0}, sum = 0;
    a[3] = __VERIFIER_nondet_int() & 7;
    for (int i = 0; i <= 10; i++) {
        sum += a[i];
    }
    return sum > 7;
}
