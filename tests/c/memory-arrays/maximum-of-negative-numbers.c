// expect: FALSE
// about: a search for the greatest number that begins with zero
// violation: 19
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { SIZE = 4 };
static int maximum(const int *a, int size) {
    int result = 0;
    for (int i = 0; i < size; i++)
        if (a[i] > result) result = a[i];
    return result;
}
int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) a[i] = __VERIFIER_nondet_int();
    int m = maximum(a, SIZE);
    for (int i = 0; i < SIZE; i++) assert(m >= a[i]);
    assert(m == a[0] || m == a[1] || m == a[2] || m == a[3]);
    return 0;
}
