// expect: FALSE
// about: a counter of events has no limit
// options: --check overflow
// check: overflow
// violation: 12
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = INT_MAX - 3;
    while (__VERIFIER_nondet_int()) {
        count++;
    }
    return count == 0;
}
