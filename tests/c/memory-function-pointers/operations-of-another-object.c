// expect: FALSE
// about: an object of one of two kinds
// data-models: ILP32 LP64
// violation: 26
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct shape;
struct operations {
    int (*area)(const struct shape *);
    int (*corners)(void);
};
struct shape {
    const struct operations *ops;
    int a, b;
};
static int four(void) { return 4; }
static int three(void) { return 3; }
static int rectangle_area(const struct shape *s) { return s->a * s->b; }
static int triangle_area(const struct shape *s) { return s->a * s->b / 2; }
static const struct operations rectangle = {rectangle_area, four}, triangle = {.corners = three, .area = triangle_area};
int main(void) {
    struct shape s = {__VERIFIER_nondet_bool() ? &rectangle : &triangle, 6, 4};
    int corners = s.ops->corners();
    assert(s.ops->area(&s) == 6 * corners);
    return 0;
}
