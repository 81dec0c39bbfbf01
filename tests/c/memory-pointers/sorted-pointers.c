// expect: TRUE
// about: pointers are sorted by what they point to, which stays in place
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void order(const int **a, const int **b) {
    if (**a > **b) {
        const int *old = *a;
        *a = *b;
        *b = old;
    }
}
int main(void) {
    int v[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()}, first = v[0];
    const int *p[3] = {&v[0], &v[1], &v[2]};
    order(&p[0], &p[1]);
    order(&p[1], &p[2]);
    order(&p[0], &p[1]);
    assert(*p[0] <= *p[1] && *p[1] <= *p[2]);
    assert(v[0] == first);
    return 0;
}
