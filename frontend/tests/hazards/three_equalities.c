// Neighbouring values: tempting to subtract and compare.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int s = __VERIFIER_nondet_int();
    if (s == 3 || s == 4 || s == 5)
        reach_error();
    return 0;
}
