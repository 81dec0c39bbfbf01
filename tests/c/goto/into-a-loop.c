// expect: TRUE
// about: a jump into the body of a loop past its condition
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int i = 3, entered = 0;
    if (__VERIFIER_nondet_bool()) goto inside;
    for (i = 0; i < 3; i++) {
    inside:
        entered = 1;
    }
    assert(entered == 1);
    assert(i == 3 || i == 4);
    return 0;
}
