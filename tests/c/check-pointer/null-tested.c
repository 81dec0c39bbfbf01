// expect: TRUE
// about: a pointer that may be null is tested
// options: --check pointer
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
    if (found == 0) return 1;
    *found = 0;
    return 0;
}
