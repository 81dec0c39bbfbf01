// expect: UNKNOWN: function of the C library
// about: the absolute value of the least number is undefined, but by the rules of SV-COMP no operation of the program
// options: --sv-comp --property no-overflow
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void) {
    return abs(__VERIFIER_nondet_int());
}
