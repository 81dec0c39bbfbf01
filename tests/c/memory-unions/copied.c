// expect: TRUE
// about: a union is copied with all its bytes
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

union pair {
    unsigned long long whole;
    unsigned half[2];
};
int main(void) {
    union pair a, b;
    a.half[0] = __VERIFIER_nondet_uint();
    a.half[1] = __VERIFIER_nondet_uint();
    b = a;
    a.half[1] = 0;
    assert(b.whole >> 32 == b.half[1] && (unsigned)b.whole == a.half[0]);
    assert(a.whole == a.half[0]);
    return 0;
}
