// The divisor is zero on one path: tempting to conclude that this path is not taken.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), zero = 0;
    int q = n / zero;
    if (q == 3)
        reach_error();
    return 0;
}
