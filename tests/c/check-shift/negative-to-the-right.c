// expect: TRUE
// about: a negative number may be shifted to the right
// options: --check shift
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int value = __VERIFIER_nondet_int();
    return value >> 4 == -1;
}
