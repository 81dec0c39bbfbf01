// expect: UNKNOWN: kept
// about: where a variable ends whose declaration a jump passes by is not followed
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), none = 0, *p = &none;
    switch (n) {
        int x;
    case 1:
        x = 5;
        p = &x;
        break;
    default: break;
    }
    return *p;
}
