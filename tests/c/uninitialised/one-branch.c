// expect: FALSE
// about: a variable that only one branch initialises
// violation: 10
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int y;
    if (__VERIFIER_nondet_bool()) y = 1;
    assert(y == 1);
    return 0;
}
