// expect: FALSE
// about: the address kept in a global may have become another
// violation: 20
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int *watched;
static void watch(int *place) { watched = place; }
static void tick(void) {
    if (watched) ++*watched;
}
int main(void) {
    int a = 0, b = 0;
    tick();
    watch(&a);
    tick();
    if (__VERIFIER_nondet_uchar() == 1) watch(&b);
    tick();
    assert(a + b == 2);
    assert(a == 2);
    return 0;
}
