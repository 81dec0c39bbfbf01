// expect: TRUE
// about: the allocator called through a pointer
#include <assert.h>
#include <stdlib.h>
int main(void) {
    void *(*get)(size_t) = malloc;
    int *a = get(sizeof(int));
    *a = 5;
    assert(*a == 5);
    free(a);
    return 0;
}
