// expect: FALSE
// about: there may be no warmest of several days
// check: pointer
// violation: 13
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int days[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    const int *warmest;
    for (int i = 0; i < 3; i++) {
        if (days[i] > 20) warmest = &days[i];
    }
    return *warmest > 20;
}
