// expect: TRUE
// about: nondeterminism only in conditions: data stay known
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 3;
    while (__VERIFIER_nondet_int() > __VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_char()) x = 3;
        else x = 1 + 2;
    }
    assert(x == 3);
    return 0;
}
