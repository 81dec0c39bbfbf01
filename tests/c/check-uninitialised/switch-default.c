// expect: TRUE
// about: every case gives a value
// options: --check uninitialised
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int weight;
    switch (__VERIFIER_nondet_int()) {
    case 1: weight = 10; break;
    case 2: weight = 20; break;
    default: weight = 0; break;
    }
    if (weight > 15) return 1;
    return 0;
}
