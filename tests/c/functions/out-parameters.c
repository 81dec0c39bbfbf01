// expect: TRUE
// about: results through pointers to the caller's variables
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void minmax(int a, int b, int *low, int *high) {
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}
int main(void) {
    int low, high;
    minmax(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), &low, &high);
    assert(low <= high);
    return 0;
}
