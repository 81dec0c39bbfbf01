// expect: TRUE
// about: pointers copied as bytes point to the same objects
// data-models: ILP32 LP64
#include <assert.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, y = 2, z = 3;
    int *from[3] = {&x, &y, &z}, *to[3];
    memcpy(to, from, sizeof to);
    unsigned at = __VERIFIER_nondet_uint() % 3;
    int value = __VERIFIER_nondet_int();
    *to[at] = value;
    assert(*from[at] == value);
    assert((at == 0 ? x : at == 1 ? y : z) == value);
    return 0;
}
