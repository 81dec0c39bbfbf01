// expect: FALSE
// about: snprintf is given a size that the array does not have
// options: --check bounds
// check: bounds
// violation: 12
#include <stdio.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char text[8];
    unsigned value = __VERIFIER_nondet_uint();
    snprintf(text, 16, "%u", value);
    return text[0] == '7';
}
