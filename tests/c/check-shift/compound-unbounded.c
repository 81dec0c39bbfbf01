// expect: FALSE
// about: the places of a compound shift grow without a bound
// options: --check shift
// check: shift
// violation: 12
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned value = 1, places = 0;
    while (__VERIFIER_nondet_int()) {
        value |= 1;
        value <<= places;
        places++;
    }
    return value == 3;
}
