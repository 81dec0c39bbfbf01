// expect: FALSE
// about: two callbacks that share what should be apart
// violation: 21
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
    each(items, 3, maximise, &sum);
    assert(best == items[0] || sum == 0);
    return 0;
}
