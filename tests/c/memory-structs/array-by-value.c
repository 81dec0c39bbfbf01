// expect: TRUE
// about: a function gets a struct with an array in it, and changes its own
// data-models: ILP32 LP64
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct triple {
    int v[3];
};
static int sum_without(struct triple t, unsigned at) {
    t.v[at] = 0;
    return t.v[0] + t.v[1] + t.v[2];
}
int main(void) {
    struct triple t = {{1, 2, 4}};
    unsigned at = __VERIFIER_nondet_uint() % 3;
    int sum = sum_without(t, at);
    assert(sum == 7 - t.v[at]);
    assert(t.v[0] + t.v[1] + t.v[2] == 7);
    return 0;
}
