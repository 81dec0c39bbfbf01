// expect: FALSE
// about: a reversal that goes on after the middle undoes itself
// violation: 16
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { SIZE = 5 };
int main(void) {
    int a[SIZE], before[SIZE];
    for (int i = 0; i < SIZE; i++) a[i] = before[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++) {
        int t = a[i];
        a[i] = a[SIZE - 1 - i];
        a[SIZE - 1 - i] = t;
    }
    for (int i = 0; i < SIZE; i++) assert(a[i] == before[SIZE - 1 - i]);
    return 0;
}
