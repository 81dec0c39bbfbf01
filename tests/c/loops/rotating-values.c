// expect: TRUE
// about: three values that change places stay three different values
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 1, b = 2, c = 3;
    while (__VERIFIER_nondet_bool()) {
        int t = a;
        a = b;
        b = c;
        c = t;
    }
    assert(a != b && b != c && a != c);
    return 0;
}
