// expect: TRUE
// about: of two structs with the same buffer one owns it
// options: --check free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct view {
    int *data;
    int is_owner;
};
static void drop(struct view *v) {
    if (v->is_owner)
        free(v->data);
}
int main(void) {
    struct view first = {malloc(4), 1};
    struct view second = first;
    second.is_owner = 0;
    drop(&first);
    if (__VERIFIER_nondet_int()) drop(&second);
    return 0;
}
