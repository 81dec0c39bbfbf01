// expect: FALSE
// about: the address of a variable of a loop's body is followed after the loop
// options: --check pointer
// check: pointer
// violation: 18
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int least = 100;
    int *where = &least;
    for (int i = 0; i < 4; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < least) {
            least = value;
            where = &value;
        }
    }
    return *where > 3;
}
