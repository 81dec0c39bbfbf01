// expect: UNKNOWN: outside of every object
// about: nobody needs what is read from memory that was given back
// at: 12
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *cell = malloc(sizeof *cell);
    *cell = __VERIFIER_nondet_int();
    free(cell);
    int unused = *cell;
    reach_error();
    return 0;
}
