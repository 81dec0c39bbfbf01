// expect: FALSE
// about: a global changed through a pointer to it
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int flag = 0;
int main(void) {
    int *p = &flag;
    if (__VERIFIER_nondet_int() == 3) *p = 1;
    assert(flag == 0);
    return 0;
}
