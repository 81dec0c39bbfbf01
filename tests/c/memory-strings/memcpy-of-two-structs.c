// expect: FALSE
// about: structs are copied by memcpy, both of them
// data-models: ILP32 LP64
// violation: 19
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct sample {
    short channel;
    int value;
};
int main(void) {
    struct sample from[2] = {{1, __VERIFIER_nondet_int()}, {2, __VERIFIER_nondet_int()}}, to[2] = {{0, 0}, {0, 0}};
    unsigned at = __VERIFIER_nondet_uint() % 2;
    memcpy(to, from, sizeof to);
    assert(to[at].value == from[at].value);
    assert(to[1 - at].channel == 0);
    return 0;
}
