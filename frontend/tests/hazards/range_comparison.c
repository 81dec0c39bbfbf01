// Two comparisons with constants: tempting to subtract and compare once.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int s = __VERIFIER_nondet_int();
    if (8512 <= s && s < 8600)
        reach_error();
    return 0;
}
