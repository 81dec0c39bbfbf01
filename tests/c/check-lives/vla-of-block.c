// expect: FALSE
// about: an array of variable length ends with its block
// check: pointer
// violation: 14
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int() ? 2 : 3, *kept = &count;
    if (count == 3) {
        int all[count];
        all[1] = 4;
        kept = &all[1];
    }
    return *kept;
}
