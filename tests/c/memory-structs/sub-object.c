// expect: TRUE
// about: a pointer to a member of a member
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct point {
    int x, y;
};
struct box {
    struct point corner[2];
    int colour;
};
static void move(struct point *p, int dx) { p->x += dx; }
int main(void) {
    struct box b = {{{1, 2}, {3, 4}}, 5};
    unsigned at = __VERIFIER_nondet_uint() % 2;
    move(&b.corner[at], 10);
    assert(b.corner[at].x == (at ? 13 : 11));
    assert(b.corner[1 - at].x == (at ? 1 : 3));
    assert(b.corner[0].y == 2 && b.corner[1].y == 4 && b.colour == 5);
    return 0;
}
