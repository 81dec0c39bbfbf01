// expect: FALSE
// about: two parameters that point to the same variable
// violation: 15
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int update(int *total, const int *step) {
    *total = 0;
    *total += *step;
    return *total;
}
int main(void) {
    int total = __VERIFIER_nondet_int();
    int step = total;
    assert(update(&total, &total) == step);
    return 0;
}
