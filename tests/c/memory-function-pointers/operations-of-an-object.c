// expect: TRUE
// about: an object brings its operations along
// data-models: ILP32 LP64
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
    assert(s.ops->area(&s) == (corners == 4 ? 24 : 12));
    return 0;
}
