// expect: TRUE
// about: a stack of any depth is pushed and popped in any order
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *below;
};
int main(void) {
    struct node *top = NULL;
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command > 0) {
            struct node *made = malloc(sizeof *made);
            if (made == NULL) continue;
            made->below = top;
            top = made;
        } else if (top != NULL) {
            struct node *old = top;
            top = old->below;
            free(old);
        }
    }
    while (top != NULL) {
        struct node *below = top->below;
        free(top);
        top = below;
    }
    return 0;
}
