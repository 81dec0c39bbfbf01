// expect: TRUE
// about: a constructor gives its object back through a parameter
// data-models: ILP32 LP64
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct buffer {
    char *data;
    int size;
};
static int create(struct buffer **out, int size) {
    if (size <= 0 || size > 16) return -1;
    struct buffer *b = malloc(sizeof *b);
    if (b == NULL) return -1;
    b->data = calloc(size, 1);
    if (b->data == NULL) {
        free(b);
        return -1;
    }
    b->size = size;
    *out = b;
    return 0;
}
int main(void) {
    struct buffer *b = NULL;
    if (create(&b, __VERIFIER_nondet_int()) == 0) {
        b->data[b->size - 1] = 'x';
        assert(b->data[0] == (b->size == 1 ? 'x' : 0));
    } else {
        assert(b == NULL);
    }
    return 0;
}
