// expect: FALSE
// about: what copied pointers point to is not copied
// data-models: ILP32 LP64
// violation: 18
#include <assert.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, y = 2, z = 3;
    int *from[3] = {&x, &y, &z}, *to[3];
    memcpy(to, from, sizeof to);
    unsigned at = __VERIFIER_nondet_uint() % 3;
    int value = __VERIFIER_nondet_int() % 100;
    *to[at] = value;
    assert(to[at] == from[at]);
    assert(x + y + z == 6);
    return 0;
}
