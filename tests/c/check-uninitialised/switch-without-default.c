// expect: FALSE
// about: one case gives no value
// options: --check uninitialised
// check: uninitialised
// violation: 15
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int weight;
    switch (__VERIFIER_nondet_int()) {
    case 1: weight = 10; break;
    case 2: weight = 20; break;
    default: break;
    }
    if (weight > 15) return 1;
    return 0;
}
