// expect: TRUE
// about: the compiler's function for sums says whether they fit
// options: --check overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    if (__builtin_add_overflow(a, b, &sum)) return 1;
    if (__builtin_mul_overflow(a, b, &sum)) return 2;
    return sum == 9;
}
