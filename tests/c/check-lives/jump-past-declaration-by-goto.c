// expect: UNKNOWN: kept
// about: the same with a goto into the block
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), *p = &n;
    {
        if (n) goto in;
        int x;
    in:
        x = 3;
        p = &x;
    }
    return *p;
}
