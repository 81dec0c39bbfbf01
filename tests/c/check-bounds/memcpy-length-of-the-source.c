// expect: FALSE
// about: a copy is as long as the source, and the destination is smaller
// options: --check bounds
// check: bounds
// violation: 13
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char from[16] = {1, 2, 3}, to[8];
    unsigned length = __VERIFIER_nondet_uint();
    if (length > sizeof from) return 0;
    memcpy(to, from, length);
    return 0;
}
