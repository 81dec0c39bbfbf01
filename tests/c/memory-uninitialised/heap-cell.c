// expect: TRUE
// about: a cell of the heap has one value until it is written
// data-models: ILP32 LP64
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL) return 0;
    int a = *p, b = *p;
    assert(a == b);
    *p = 7;
    assert(*p == 7);
    free(p);
    return 0;
}
