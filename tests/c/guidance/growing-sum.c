// expect: TRUE
// about: a sum of what grows; the most general predecessors lead nowhere (Spacer dissertation, Fig. 2.1b)
// options: --engine euf
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, b = 0;
    while (__VERIFIER_nondet_bool()) {
        if (a > 1000000000 || b > 1000000000) break;
        a = a + b;
        b++;
    }
    assert(a >= 0);
    return 0;
}
