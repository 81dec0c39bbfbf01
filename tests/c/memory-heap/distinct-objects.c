// expect: TRUE
// about: objects allocated in a loop are all different
// data-models: ILP32 LP64
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *cell[3];
    for (int i = 0; i < 3; i++) {
        cell[i] = malloc(sizeof(int));
        if (cell[i] == NULL) return 0;
        *cell[i] = i;
    }
    unsigned at = __VERIFIER_nondet_uint() % 3, other = __VERIFIER_nondet_uint() % 3;
    *cell[at] = 100;
    if (at != other) assert(cell[at] != cell[other] && *cell[other] == (int)other);
    return 0;
}
