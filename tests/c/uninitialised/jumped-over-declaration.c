// expect: FALSE
// about: goto past an initialisation leaves the variable without a value
// violation: 12
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    if (__VERIFIER_nondet_bool()) goto inside;
    {
        int x = 1;
    inside:
        assert(x == 1);
    }
    return 0;
}
