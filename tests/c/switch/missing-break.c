// expect: FALSE
// about: a forgotten break overwrites the result
// violation: 14
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int r = 0, x = __VERIFIER_nondet_int();
    switch (x) {
    case 1: r = 10; break;
    case 2: r = 20;
    case 3: r = 30; break;
    }
    if (x == 2) assert(r == 20);
    return 0;
}
