// expect: UNKNOWN: recursion of
// about: what a recursive function returns may be a NaN of either sign
// options: --engine summaries
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

float f(int n, float x) { return n <= 0 ? x - x : f(n - 1, x); }

int main(void) {
    float r = f(__VERIFIER_nondet_int(), __builtin_inff());
    if (__builtin_signbit(r)) reach_error();
    return 0;
}
