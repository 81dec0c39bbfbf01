// expect: UNKNOWN: function of the C library
// about: the absolute value of the least number is undefined, but no operation of the program
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void) {
    return abs(__VERIFIER_nondet_int());
}
