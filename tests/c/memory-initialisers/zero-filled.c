// expect: TRUE
// about: what an initialiser leaves out of a large array is zero
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int large[5000] = {1, 2, 3};
static struct { char name[100]; int *place; } nothing;
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 5000;
    assert(large[i] == (i < 3 ? (int)i + 1 : 0));
    assert(nothing.name[i % 100] == 0 && nothing.place == 0);
    return 0;
}
