// expect: FALSE
// about: a pointer that may be null is followed
// options: --check pointer
// check: pointer
// violation: 17
extern int __VERIFIER_nondet_int(void);

static int *find(int *values, int count, int wanted) {
    for (int i = 0; i < count; i++) {
        if (values[i] == wanted) return &values[i];
    }
    return 0;
}
int main(void) {
    int values[3] = {4, 5, 6};
    int *found = find(values, 3, __VERIFIER_nondet_int());
    *found = 0;
    return 0;
}
