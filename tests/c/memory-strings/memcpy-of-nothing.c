// expect: FALSE
// about: as many bytes are copied as an input says, perhaps not all
// data-models: ILP32 LP64
// violation: 13
#include <assert.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char from[4] = {1, 2, 3, 4}, to[4] = {0};
    unsigned size = __VERIFIER_nondet_uint() % 5, at = __VERIFIER_nondet_uint() % 4;
    memcpy(to, from, size);
    assert(to[at] == from[at]);
    return 0;
}
