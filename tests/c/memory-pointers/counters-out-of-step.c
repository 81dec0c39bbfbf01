// expect: FALSE
// about: two counters behind pointers, one of which may be changed twice
// violation: 17
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static void count(unsigned *a, unsigned *b) {
    ++*a;
    ++*b;
}
int main(void) {
    unsigned sent = 0, received = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) count(&sent, &received);
        else count(&received, &received);
    }
    assert(sent == received);
    return 0;
}
