// expect: TRUE
// about: a pointer is set to null after free, and null may be freed
// options: --check free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *table;
static void clear(void) {
    free(table);
    table = NULL;
}
int main(void) {
    table = malloc(sizeof *table);
    if (__VERIFIER_nondet_int() > 3) clear();
    clear();
    return 0;
}
