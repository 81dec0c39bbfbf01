// expect: TRUE
// about: a loop with two entries: both ways in keep the invariant
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    if (__VERIFIER_nondet_bool()) goto second;
first:
    x++;
    if (x != y + 1) reach_error();
    goto third;
second:
third:
    if (x != y) y++;
    if (__VERIFIER_nondet_bool()) goto first;
    assert(x == y);
    return 0;
}
