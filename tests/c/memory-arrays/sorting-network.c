// expect: TRUE
// about: four numbers sorted by five comparisons
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void order(int *a, int i, int j) {
    if (a[i] > a[j]) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}
int main(void) {
    int a[4] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    order(a, 0, 1);
    order(a, 2, 3);
    order(a, 0, 2);
    order(a, 1, 3);
    order(a, 1, 2);
    assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
    return 0;
}
