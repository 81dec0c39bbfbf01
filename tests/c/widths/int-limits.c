// expect: TRUE
// about: the least int has no positive partner
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == -x) assert(x == 0 || x == -2147483647 - 1);
    if (x < 0 && -x < 0) assert(x == -2147483647 - 1);
    return 0;
}
