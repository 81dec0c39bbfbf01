// expect: TRUE
// about: memory is handed over to a struct, which is emptied at the end
// options: --check cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct owner {
    char *held;
    int is_open;
};
static void take(struct owner *o, char *p) {
    o->held = p;
    o->is_open = __VERIFIER_nondet_int();
}
static void give_back(struct owner *o) {
        free(o->held);
    o->held = NULL;
}
int main(void) {
    struct owner o = {NULL, 0};
    take(&o, malloc(9));
    give_back(&o);
    return o.is_open;
}
