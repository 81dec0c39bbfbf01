// expect: TRUE
// about: what the first loop counts up the second counts down
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = 0, n = __VERIFIER_nondet_uint();
    while (x < n) x++;
    while (x > 0) x--;
    assert(x == 0);
    return 0;
}
