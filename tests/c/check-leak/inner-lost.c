// expect: FALSE
// about: a struct is freed, and the memory that its member points to is lost
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct text {
    char *data;
};
int main(void) {
    struct text *t = malloc(sizeof *t);
    if (t == NULL) return 0;
    t->data = __VERIFIER_nondet_int() ? malloc(5) : NULL;
    free(t);
    return 0;
}
