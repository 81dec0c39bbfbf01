// expect: TRUE
// about: a right shift never overflows
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    return (a >> 3) + (a >> 31);
}
