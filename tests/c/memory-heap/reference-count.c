// expect: TRUE
// about: an object is used only while somebody holds it, for ever
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct object {
    unsigned references;
    _Bool alive;
};
int main(void) {
    struct object *o = malloc(sizeof *o);
    if (o == NULL) return 0;
    o->references = 1;
    o->alive = 1;
    while (o->references > 0) {
        if (!o->alive) reach_error();
        if (__VERIFIER_nondet_bool()) {
            if (o->references < 1000) o->references++;
        } else {
            o->references--;
            if (o->references == 0) o->alive = 0;
        }
    }
    return 0;
}
