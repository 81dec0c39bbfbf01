// expect: TRUE
// about: a variable declared before a loop keeps its value in all rounds
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x, first = 0, last = 0;
    first = x;
    while (__VERIFIER_nondet_bool()) {
        last = x;
        assert(last == first);
    }
    return 0;
}
