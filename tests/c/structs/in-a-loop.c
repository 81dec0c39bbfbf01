// expect: TRUE
// about: a struct as the state of a loop
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct state { unsigned head, tail; };
int main(void) {
    struct state s = {0, 0};
    while (__VERIFIER_nondet_bool()) {
        struct state next = s;
        next.head++;
        next.tail++;
        s = next;
    }
    assert(s.head == s.tail);
    return 0;
}
