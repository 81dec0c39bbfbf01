// expect: TRUE
// about: a function of that name that the program defines is the program's
#include <assert.h>

int __VERIFIER_nondet_int(void) { return 4; }
int main(void) {
    assert(__VERIFIER_nondet_int() == 4);
    return 0;
}
