// expect: FALSE
// about: errors jump to their cleanup, but one label is off
// violation: 16
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, b = 0;
    a = 1;
    if (__VERIFIER_nondet_bool()) goto free_a;
    b = 1;
    if (__VERIFIER_nondet_bool()) goto free_a;
    b = 0;
free_a:
    a = 0;
    assert(a == 0 && b == 0);
    return 0;
}
