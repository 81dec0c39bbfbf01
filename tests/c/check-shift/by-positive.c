// expect: TRUE
// about: the number of places is not negative
// options: --check shift
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int places = __VERIFIER_nondet_int();
    if (places > 10) return 0;
    if (places < 0) return 0;
    return 1 << places == 4;
}
