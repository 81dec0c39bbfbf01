// expect: TRUE
// about: a callback gets a pointer to what its owner needs
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

typedef void (*visitor)(void *context, int item);
static void each(const unsigned char *items, int size, visitor visit, void *context) {
    for (int i = 0; i < size; i++) visit(context, items[i]);
}
static void add(void *context, int item) { *(int *)context += item; }
static void maximise(void *context, int item) {
    int *best = context;
    if (item > *best) *best = item;
}
int main(void) {
    unsigned char items[3] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
    int sum = 0, best = 0;
    each(items, 3, add, &sum);
    each(items, 3, maximise, &best);
    assert(sum == items[0] + items[1] + items[2]);
    assert(best <= sum && sum <= 3 * best);
    return 0;
}
