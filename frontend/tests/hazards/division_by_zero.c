// The divisor is zero: the division must not be forgotten because nobody needs its result.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), zero = 0;
    int q = n / zero;
    if (q == 3)
        reach_error();
    return 0;
}
