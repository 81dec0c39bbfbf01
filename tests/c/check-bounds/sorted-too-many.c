// expect: FALSE
// about: more elements are sorted than the array has
// options: --check bounds
// check: bounds
// violation: 19
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int by_value(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}
int main(void) {
    int *values = malloc(3 * sizeof *values);
    if (values == NULL) return 0;
    values[0] = __VERIFIER_nondet_int();
    values[1] = __VERIFIER_nondet_int();
    values[2] = 0;
    qsort(values, 4, sizeof values[0], by_value);
    free(values);
    return 0;
}
