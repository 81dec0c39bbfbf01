// expect: FALSE
// about: on this machine a plain char may be negative
// violation: 10
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    int index = c;
    assert(index >= 0);
    return 0;
}
