// expect: FALSE
// about: an array from __kmalloc is not always zero
// data-models: ILP32 LP64
// violation: 21
#include <stddef.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

typedef unsigned gfp_t;
extern void *__kmalloc(size_t size, gfp_t flags);
extern void kfree(const void *p);

int main(void) {
    unsigned *slots = __kmalloc(4 * sizeof *slots, 0);
    char *name = __kmalloc(2, 0);
    unsigned at = __VERIFIER_nondet_uint() % 4;
    if (slots != NULL && name != NULL) {
        name[0] = 'e';
        name[1] = '\0';
        slots[at] = 1;
        if (slots[0] + slots[1] + slots[2] + slots[3] != 1) reach_error();
        if (name[0] != 'e') reach_error();
    }
    kfree(name);
    kfree(slots);
    return 0;
}
