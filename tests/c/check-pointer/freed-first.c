// expect: FALSE
// about: a struct is freed before its last use
// options: --check pointer
// check: pointer
// violation: 17
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct box {
    int value;
};
int main(void) {
    struct box *b = malloc(sizeof *b);
    if (b == NULL) return 0;
    b->value = __VERIFIER_nondet_int();
    free(b);
    int value = b->value;
    return value == 7;
}
