// expect: TRUE
// about: three locks, each taken and released under the same condition
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int(), p3 = __VERIFIER_nondet_int();
    int l1, l2, l3;
    while (__VERIFIER_nondet_bool()) {
        l1 = l2 = l3 = 0;
        if (p1) l1 = 1;
        if (p2) l2 = 1;
        if (p3) l3 = 1;
        if (p1) { if (l1 != 1) reach_error(); l1 = 0; }
        if (p2) { if (l2 != 1) reach_error(); l2 = 0; }
        if (p3) { if (l3 != 1) reach_error(); l3 = 0; }
        assert(!l1 && !l2 && !l3);
    }
    return 0;
}
