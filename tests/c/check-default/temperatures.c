// expect: TRUE
// about: the warmest of several days is a pointer to one of them
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int days[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    const int *warmest = days;
    for (int i = 0; i < 3; i++) {
        if (days[i] > *warmest) warmest = &days[i];
    }
    return *warmest > 20;
}
