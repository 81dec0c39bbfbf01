// expect: TRUE
// about: an int and an unsigned are added as unsigned numbers
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    return __VERIFIER_nondet_int() + __VERIFIER_nondet_uint() > 9;
}
