// expect: TRUE
// about: an array grows before it is full
// options: --check bounds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    size_t size = 2, used = 0;
    int *items = malloc(size * sizeof *items);
    if (items == NULL) return 0;
    while (__VERIFIER_nondet_int() != 0 && used < 40) {
        if (used == size) {
            int *more = realloc(items, 2 * size * sizeof *items);
            if (more == NULL) break;
            items = more;
            size *= 2;
        }
        items[used] = 1;
        used++;
    }
    free(items);
    return 0;
}
