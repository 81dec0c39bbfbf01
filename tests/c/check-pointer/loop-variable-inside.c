// expect: TRUE
// about: the smallest value is remembered, not where it was
// options: --check pointer
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int least = 100;
    for (int i = 0; i < 4; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < least) {
            least = value;
        }
    }
    return least > 3;
}
