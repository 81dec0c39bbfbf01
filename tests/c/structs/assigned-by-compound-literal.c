// expect: TRUE
// about: a compound literal replaces all members
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

struct range { int low, high; };
int main(void) {
    struct range r = {5, 6};
    while (__VERIFIER_nondet_bool()) {
        int middle = __VERIFIER_nondet_int();
        if (middle > 1000 || middle < -1000) break;
        r = (struct range){.low = middle, .high = middle + 1};
    }
    assert(r.high == r.low + 1);
    return 0;
}
