// expect: TRUE
// about: default may stand anywhere and is taken only when no case fits
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int r, x = __VERIFIER_nondet_int();
    switch (x) {
    case 1: r = 1; break;
    default: r = 0; break;
    case 2: r = 2; break;
    }
    if (x == 2) assert(r == 2);
    if (x > 2) assert(r == 0);
    return 0;
}
