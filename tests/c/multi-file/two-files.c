// expect: TRUE
// about: a function defined in another file
// with: two-files-helper.c
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

extern int twice(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(twice(x) == x + x);
    return 0;
}
