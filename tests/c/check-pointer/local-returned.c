// expect: FALSE
// about: the address of a local variable is returned
// options: --check pointer
// check: pointer
// violation: 16
extern int __VERIFIER_nondet_int(void);

static int *counter(int start) {
    int count;
    count = start;
    int *result = &count;
    return result;
}
int main(void) {
    int *count = counter(__VERIFIER_nondet_int());
    return *count == 3;
}
