// expect: FALSE
// about: a value too large for its field is cut off
// violation: 13
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct header { unsigned version : 4; unsigned size : 12; };
int main(void) {
    struct header h;
    unsigned size = __VERIFIER_nondet_uint();
    if (size > 5000) return 0;
    h.size = size;
    assert(h.size == size);
    return 0;
}
