// expect: TRUE
// about: every number converts to bool
// options: --check conversion
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_int() * 1e300;
    bool is_set = x;
    bool is_other = __VERIFIER_nondet_int();
    return is_set == is_other;
}
