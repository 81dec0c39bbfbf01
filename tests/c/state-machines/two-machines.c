// expect: TRUE
// about: two machines in step are never in the same state
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, b = 2;
    while (__VERIFIER_nondet_bool()) {
        a = a == 3 ? 0 : a + 1;
        b = b == 3 ? 0 : b + 1;
        assert(a != b);
    }
    return 0;
}
