// expect: TRUE
// about: two counters that go together stay equal
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x++;
        y++;
    }
    assert(x == y);
    return 0;
}
