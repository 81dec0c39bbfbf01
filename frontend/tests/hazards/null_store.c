// A write to the null pointer: tempting to conclude that it is not reached.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int target = 0;
    int *p = &target;
    if (__VERIFIER_nondet_int() == 7)
        p = 0;
    *p = 1;
    if (p == 0)
        reach_error();
    return 0;
}
