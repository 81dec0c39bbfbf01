// expect: FALSE
// about: what the pointer in a struct points to is not copied with the struct
// data-models: ILP32 LP64
// violation: 21
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct view {
    int *data;
    int size;
};
static void shrink(struct view v) {
    v.size--;
    v.data[v.size] = 0;
}
int main(void) {
    int a[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()}, first = a[0], second = a[1];
    struct view v = {a, 2};
    shrink(v);
    assert(v.size == 2 && v.data == a);
    assert(a[0] == first && a[1] == second);
    return 0;
}
