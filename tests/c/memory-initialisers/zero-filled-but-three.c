// expect: FALSE
// about: what an initialiser gives of a large array is not zero
// violation: 11
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int large[5000] = {1, 2, 3};
static struct { char name[100]; int *place; } nothing;
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 5000;
    assert(large[i] == (i < 2 ? (int)i + 1 : 0));
    assert(nothing.name[i % 100] == 0 && nothing.place == 0);
    return 0;
}
