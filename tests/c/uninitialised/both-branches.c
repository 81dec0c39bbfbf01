// expect: TRUE
// about: a variable that every branch initialises
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int y;
    if (__VERIFIER_nondet_bool()) y = 1;
    else y = 2;
    assert(y == 1 || y == 2);
    return 0;
}
