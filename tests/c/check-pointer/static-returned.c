// expect: TRUE
// about: the address of a static object is returned
// options: --check pointer
extern int __VERIFIER_nondet_int(void);

static int *counter(int start) {
    static int count;
    count = start;
    int *result = &count;
    return result;
}
int main(void) {
    int *count = counter(__VERIFIER_nondet_int());
    return *count == 3;
}
