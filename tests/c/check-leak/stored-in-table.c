// expect: TRUE
// about: a slot of a table is freed before it is filled again
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static char *table[4];
int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned at = __VERIFIER_nondet_uint() % 4;
        free(table[at]);
        table[at] = malloc(3);
    }
    return 0;
}
