// expect: TRUE
// about: handlers are registered and called later
#include <assert.h>
#include <stddef.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int on, off;
static void switch_on(void) { on++; }
static void switch_off(void) { off++; }
static void (*handlers[3])(void);
int main(void) {
    handlers[0] = switch_on;
    handlers[2] = switch_off;
    for (int i = 0; i < 3; i++) {
        unsigned event = __VERIFIER_nondet_uint() % 3;
        if (handlers[event] != NULL) handlers[event]();
    }
    assert(on >= 0 && off >= 0 && on + off <= 3);
    return 0;
}
