// expect: TRUE
// about: memory that a global points to is freed at the end
// options: --check cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *cache;
static char *get(void) {
    if (cache == NULL) cache = malloc(100);
    return cache;
}
int main(void) {
    if (__VERIFIER_nondet_int() > 2) get();
    get();
    free(cache);
    return 0;
}
