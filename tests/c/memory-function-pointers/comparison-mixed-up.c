// expect: FALSE
// about: three numbers sorted one way and then the other
// violation: 25
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

typedef _Bool comparison(int, int);
static _Bool less(int a, int b) { return a < b; }
static _Bool greater(int a, int b) { return a > b; }
static void order(int *a, int *b, comparison *before) {
    if (before(*b, *a)) {
        int old = *a;
        *a = *b;
        *b = old;
    }
}
int main(void) {
    int a[3] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
    _Bool up = __VERIFIER_nondet_bool();
    comparison *before = up ? less : greater;
    order(&a[0], &a[1], before);
    order(&a[1], &a[2], before);
    order(&a[0], &a[1], greater);
    if (up) assert(a[0] <= a[1] && a[1] <= a[2]);
    else assert(a[0] >= a[1] && a[1] >= a[2]);
    return 0;
}
