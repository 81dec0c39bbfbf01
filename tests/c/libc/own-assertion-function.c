// expect: FALSE
// about: the usual __VERIFIER_assert and reach_error, defined by the program
// violation: 12
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

#include <assert.h>
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR: {
        reach_error();
        abort();
    }
    }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x != 31);
    return 0;
}
