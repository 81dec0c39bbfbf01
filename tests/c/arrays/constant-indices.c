// expect: TRUE
// about: a small array used at constant indices only
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3];
    a[0] = __VERIFIER_nondet_int();
    a[1] = a[0] + 1;
    a[2] = a[1] + 1;
    assert(a[2] - a[0] == 2);
    return 0;
}
