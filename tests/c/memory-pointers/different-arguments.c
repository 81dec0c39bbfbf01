// expect: TRUE
// about: two parameters that point to different variables
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int update(int *total, const int *step) {
    *total = 0;
    *total += *step;
    return *total;
}
int main(void) {
    int total = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
    assert(update(&total, &step) == step);
    return 0;
}
