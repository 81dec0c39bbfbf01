// expect: TRUE
// about: hints to the compiler do not change the meaning
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (__builtin_expect(x > 5, 0)) assert(x > 5);
    switch (x & 1) {
    case 0: return 0;
    case 1: return 0;
    }
    __builtin_unreachable();
}
