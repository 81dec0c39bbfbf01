// expect: TRUE
// about: a switch on a long long looks at all 64 bits
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long x = __VERIFIER_nondet_longlong();
    switch (x) {
    case 5: assert(x == 5); break;
    case 0x100000005LL: assert((int)x == 5); break;
    default: assert(x != 5);
    }
    return 0;
}
