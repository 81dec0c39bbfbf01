// expect: TRUE
// about: two objects share nothing
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *a = malloc(sizeof(int)), *b = malloc(sizeof(int));
    *a = 1;
    *b = 2;
    assert(*a == 1 && a != b);
    return 0;
}
