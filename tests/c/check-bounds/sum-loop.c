// expect: TRUE
// about: an array is summed up to its end
// options: --check bounds
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[10] = {0}, sum = 0;
    a[3] = __VERIFIER_nondet_int() & 7;
    for (int i = 0; i < 10; i++) {
        sum += a[i];
    }
    return sum > 7;
}
