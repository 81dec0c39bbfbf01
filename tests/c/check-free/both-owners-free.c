// expect: FALSE
// about: two structs with the same buffer both free it
// options: --check free
// check: free
// violation: 14
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct view {
    int *data;
    int is_owner;
};
static void drop(struct view *v) {
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
