// expect: FALSE
// about: two structs change places except for one member
// violation: 23
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct item {
    int weight;
    char name[4];
};
static void exchange(struct item *a, struct item *b) {
    int old = a->weight;
    a->weight = b->weight;
    b->weight = old;
}
int main(void) {
    struct item items[2] = {{__VERIFIER_nondet_int(), "ab"}, {__VERIFIER_nondet_int(), "cd"}};
    int w0 = items[0].weight, w1 = items[1].weight;
    unsigned i = __VERIFIER_nondet_uint() % 2, j = __VERIFIER_nondet_uint() % 2;
    exchange(&items[i], &items[j]);
    _Bool moved = i != j;
    assert(items[0].weight == (moved ? w1 : w0) && items[0].name[0] == (moved ? 'c' : 'a'));
    assert(items[1].weight == (moved ? w0 : w1) && items[1].name[1] == (moved ? 'b' : 'd'));
    return 0;
}
