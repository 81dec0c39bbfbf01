// expect: TRUE
// about: two objects on the heap do not disturb each other, for ever
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct lamp {
    _Bool on;
    int colour;
};
static struct lamp *make(int colour) {
    struct lamp *l = malloc(sizeof *l);
    if (l == NULL) exit(1);
    l->on = 0;
    l->colour = colour;
    return l;
}
int main(void) {
    struct lamp *red = make(1), *green = make(2);
    while (__VERIFIER_nondet_bool()) {
        struct lamp *l = __VERIFIER_nondet_bool() ? red : green;
        red->on = green->on = 0;
        l->on = 1;
        assert(red->on != green->on);
        assert(red->colour == 1 && green->colour == 2);
    }
    return 0;
}
