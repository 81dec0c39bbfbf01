// expect: TRUE
// about: an odd number is never twice another
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (2 * x == 7) reach_error();
    return 0;
}
