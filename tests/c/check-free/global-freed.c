// expect: FALSE
// about: the default settings, a global, are freed
// options: --check free
// check: free
// violation: 21
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
        free(s);
    return 0;
}
