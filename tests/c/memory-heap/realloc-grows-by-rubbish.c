// expect: FALSE
// about: what realloc adds is not always zero
// data-models: ILP32 LP64
// violation: 29
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
    v.items = realloc(v.items, 3 * sizeof(int));
    if (v.items == NULL) return 0;
    assert(v.size == 2 && v.capacity == 2);
    assert(v.items[0] == first && v.items[1] == 2 && v.items[2] == 0);
    free(v.items);
    return 0;
}
