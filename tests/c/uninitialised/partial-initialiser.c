// expect: TRUE
// about: members that an initialiser leaves out are zero
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct triple { int a, b, c; };
int main(void) {
    struct triple t = {.b = __VERIFIER_nondet_int()};
    int array[3] = {7};
    assert(t.a == 0 && t.c == 0);
    assert(array[0] == 7 && array[1] == 0 && array[2] == 0);
    return 0;
}
