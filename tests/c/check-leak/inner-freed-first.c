// expect: TRUE
// about: the members of a struct are freed before the struct
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct text {
    char *data;
};
int main(void) {
    struct text *t = malloc(sizeof *t);
    if (t == NULL) return 0;
    t->data = __VERIFIER_nondet_int() ? malloc(5) : NULL;
    free(t->data);
    free(t);
    return 0;
}
