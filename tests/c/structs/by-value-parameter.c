// expect: TRUE
// about: a function changes its own copy of a struct
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct account { int balance; _Bool open; };
static int charge(struct account a, int fee) {
    a.balance -= fee;
    a.open = 0;
    return a.balance;
}
int main(void) {
    struct account a = {__VERIFIER_nondet_int(), 1};
    int before = a.balance;
    int rest = charge(a, 10);
    assert(a.balance == before && a.open);
    assert(rest == before - 10);
    return 0;
}
