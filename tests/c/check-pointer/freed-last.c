// expect: TRUE
// about: a struct is freed after its last use
// options: --check pointer
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct box {
    int value;
};
int main(void) {
    struct box *b = malloc(sizeof *b);
    if (b == NULL) return 0;
    b->value = __VERIFIER_nondet_int();
    int value = b->value;
    free(b);
    return value == 7;
}
