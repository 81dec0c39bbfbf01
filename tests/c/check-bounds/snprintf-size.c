// expect: TRUE
// about: snprintf is given the size of the array
// options: --check bounds
#include <stdio.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char text[8];
    unsigned value = __VERIFIER_nondet_uint();
    snprintf(text, sizeof text, "%u", value);
    return text[0] == '7';
}
