// expect: TRUE
// about: a lock in an object that is chosen once, for ever
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct device {
    _Bool locked;
    unsigned served;
};
int main(void) {
    struct device *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    if (a == NULL || b == NULL) return 0;
    struct device *d = __VERIFIER_nondet_bool() ? a : b;
    for (;;) {
        if (d->locked) reach_error();
        d->locked = 1;
        unsigned before = d->served;
        if (__VERIFIER_nondet_bool()) {
            d->served++;
            d->locked = 0;
        }
        if (d->served == before) d->locked = 0;
    }
}
