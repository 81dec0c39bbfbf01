// expect: FALSE
// about: the only pointer to memory is in a global, which is overwritten
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *cache;
static void refresh(void) {
    cache = malloc(100);
}
int main(void) {
    refresh();
    if (__VERIFIER_nondet_int() > 2) refresh();
    return 0;
}
