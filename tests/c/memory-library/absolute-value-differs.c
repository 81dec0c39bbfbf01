// expect: FALSE
// about: an absolute value is not always the number
// violation: 16
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    long y = __VERIFIER_nondet_long();
    if (x < -1000 || x > 1000 || y < -1000 || y > 1000) return 0;
    int distances[2] = {abs(x), (int)labs(y)};
    assert(distances[0] >= 0 && distances[1] >= 0);
    assert(llabs((long long)x) == distances[0]);
    assert(distances[0] == x);
    return 0;
}
