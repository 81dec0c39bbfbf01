// expect: FALSE
// about: memory from kmalloc is not always zero
// data-models: ILP32 LP64
// violation: 28
#include <stddef.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

typedef unsigned gfp_t;
extern void *kmalloc(size_t size, gfp_t flags);
extern void kfree(const void *p);

struct request {
    int status;
    struct request *parent;
};
static struct request *prepare(struct request *parent) {
    struct request *r = kmalloc(sizeof *r, 0);
    if (r != NULL) r->parent = parent;
    return r;
}
int main(void) {
    struct request *top = kmalloc(sizeof *top, 0);
    if (top == NULL) return -12;
    top->status = 1;
    struct request *r = prepare(top);
    if (r != NULL) {
        if (r->status != 0 || r->parent != top) reach_error();
        r->parent->status++;
        if (top->status != 2) reach_error();
        kfree(r);
    }
    kfree(top);
    return 0;
}
