// Values that differ in one bit: tempting to mask.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 10 || x == 11)
        reach_error();
    return 0;
}
