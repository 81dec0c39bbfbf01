// expect: TRUE
// about: objects that are defined elsewhere hold any value, until they are written
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

extern int limit;
extern unsigned char weights[4];
int main(void) {
    unsigned at = __VERIFIER_nondet_uint() % 4;
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += weights[i];
    assert(sum <= 4 * 255);
    weights[at] = 7;
    limit = 3;
    assert(weights[at] + limit == 10);
    return 0;
}
