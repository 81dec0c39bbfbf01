// expect: FALSE
// about: switch past an initialisation leaves the variable without a value
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    switch (__VERIFIER_nondet_int()) {
        int x = 3;
    case 1:
        assert(x == 3);
        break;
    default:
        x = 3;
        assert(x == 3);
    }
    return 0;
}
