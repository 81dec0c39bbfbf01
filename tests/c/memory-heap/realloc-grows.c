// expect: TRUE
// about: an array grows and keeps its elements
// data-models: ILP32 LP64
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct vector {
    int *items;
    int size, capacity;
};
static void append(struct vector *v, int item) {
    if (v->size == v->capacity) {
        v->capacity = v->capacity ? 2 * v->capacity : 1;
        v->items = realloc(v->items, v->capacity * sizeof *v->items);
        if (v->items == NULL) exit(1);
    }
    v->items[v->size++] = item;
}
int main(void) {
    struct vector v = {NULL, 0, 0};
    int first = __VERIFIER_nondet_int();
    append(&v, first);
    append(&v, 2);
    append(&v, 3);
    assert(v.size == 3 && v.capacity == 4);
    assert(v.items[0] == first && v.items[1] == 2 && v.items[2] == 3);
    free(v.items);
    return 0;
}
