// expect: UNKNOWN: kept
// about: a compound literal ends with the block around it, which is not followed
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int none[3] = {0}, *p = none;
    if (__VERIFIER_nondet_int()) {
        p = (int[]){1, 2, 3};
    }
    return p[1];
}
