// expect: TRUE
// about: a rotation whose places are reduced first
// options: --check shift
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned rotate(unsigned value, unsigned places) {
    places &= 31;
    return value << places | value >> (-places & 31);
}
int main(void) {
    return rotate(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()) == 6;
}
