// expect: TRUE
// about: what realloc gave is freed, whether it moved or not
// options: --check cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *items = NULL;
    for (unsigned n = 1; __VERIFIER_nondet_int() != 0 && n < 20; n++) {
        int *more = realloc(items, n * sizeof *items);
        if (more == NULL) break;
        items = more;
    }
    free(items);
    return 0;
}
