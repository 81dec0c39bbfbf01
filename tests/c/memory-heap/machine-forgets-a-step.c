// expect: FALSE
// about: a state machine on the heap that may leave out a step
// data-models: ILP32 LP64
// violation: 19
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum state { CLOSED, OPENING, OPEN };
struct connection {
    enum state state;
    _Bool ready;
};
static void step(struct connection *c) {
    switch (c->state) {
    case CLOSED: c->state = __VERIFIER_nondet_bool() ? OPENING : OPEN; break;
    case OPENING: c->ready = 1; c->state = OPEN; break;
    case OPEN:
        if (!c->ready) reach_error();
        if (__VERIFIER_nondet_bool()) {
            c->ready = 0;
            c->state = CLOSED;
        }
        break;
    }
}
int main(void) {
    struct connection *c = malloc(sizeof *c);
    if (c == NULL) return 0;
    c->state = CLOSED;
    c->ready = 0;
    while (__VERIFIER_nondet_bool()) step(c);
    return 0;
}
