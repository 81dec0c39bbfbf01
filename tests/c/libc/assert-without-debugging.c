// expect: TRUE
// about: with NDEBUG there are no assertions
// options: -DNDEBUG
extern int __VERIFIER_nondet_int(void);

#include <assert.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x == 0);
    return 0;
}
