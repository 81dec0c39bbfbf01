// expect: TRUE
// about: a number that is converted to a type that it does not fit is no overflow
// options: --property no-overflow
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long wide = __VERIFIER_nondet_longlong();
    int narrow = (int)wide;
    short shorter = narrow;
    return narrow == shorter;
}
