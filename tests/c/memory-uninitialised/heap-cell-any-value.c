// expect: FALSE
// about: a cell of the heap may hold the value that hurts
// data-models: ILP32 LP64
// violation: 11
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    assert(*p != 42);
    *p = 7;
    assert(*p == 7);
    free(p);
    return 0;
}
