// expect: FALSE
// about: a pointer is freed by two functions that clean up
// options: --check free
// check: free
// violation: 11
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *table;
static void clear(void) {
    free(table);
}
int main(void) {
    table = malloc(sizeof *table);
    if (__VERIFIER_nondet_int() > 3) clear();
    clear();
    return 0;
}
