// expect: FALSE
// about: an object allocated before a loop is the same in all rounds
// data-models: ILP32 LP64
// violation: 20
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *cell[3];
    int *only = malloc(sizeof(int));
    if (only == NULL) return 0;
    for (int i = 0; i < 3; i++) {
        cell[i] = only;
        *cell[i] = i;
    }
    unsigned at = __VERIFIER_nondet_uint() % 3, other = __VERIFIER_nondet_uint() % 3;
    *cell[at] = 100;
    if (at != other) assert(*cell[other] == (int)other);
    return 0;
}
