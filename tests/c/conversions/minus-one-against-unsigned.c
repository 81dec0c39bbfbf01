// expect: FALSE
// about: -1 compared with an unsigned number is the greatest of them
// violation: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned limit = 10;
    if (x < 0) {
        assert(x < limit);
    }
    return 0;
}
