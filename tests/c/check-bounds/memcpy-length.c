// expect: TRUE
// about: a copy is as long as the smaller of two arrays
// options: --check bounds
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char from[16] = {1, 2, 3}, to[8];
    unsigned length = __VERIFIER_nondet_uint();
    if (length > sizeof from) return 0;
    if (length > sizeof to) length = sizeof to;
    memcpy(to, from, length);
    return 0;
}
