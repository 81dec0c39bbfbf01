// expect: FALSE
// about: a string literal is changed
// options: --check bounds
// check: bounds
// violation: 12
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *colour = "red";
    if (__VERIFIER_nondet_int() > 0) {
        colour[0] = 'b';
    }
    return strlen(colour) == 3;
}
