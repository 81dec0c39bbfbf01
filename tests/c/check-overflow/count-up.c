// expect: TRUE
// about: a counter stops at its limit
// options: --check overflow
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = INT_MAX - 3;
    while (__VERIFIER_nondet_int()) {
        if (count == INT_MAX) break;
        count++;
    }
    return count == 0;
}
