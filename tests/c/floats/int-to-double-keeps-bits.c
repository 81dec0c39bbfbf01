// expect: TRUE
// about: a double holds every int
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    double x = i;
    assert((int)x == i);
    return 0;
}
