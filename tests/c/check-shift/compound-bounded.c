// expect: TRUE
// about: the places of a compound shift are bounded
// options: --check shift
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned value = 1, places = 0;
    while (__VERIFIER_nondet_int()) {
        value |= 1;
        value <<= places;
        if (places < 31) places++;
    }
    return value == 3;
}
