// expect: TRUE
// about: the default settings are no memory of the heap
// options: --check free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct settings {
    int level;
};
static struct settings standard = {3};
static struct settings *load(int is_custom) {
    if (!is_custom) return &standard;
    struct settings *s = malloc(sizeof *s);
    if (s != NULL) s->level = 1;
    return s;
}
int main(void) {
    struct settings *s = load(__VERIFIER_nondet_int());
    if (s != &standard)
        free(s);
    return 0;
}
