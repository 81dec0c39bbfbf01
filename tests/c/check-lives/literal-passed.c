// expect: TRUE
// about: a compound literal is passed to functions that do not keep its address
extern int __VERIFIER_nondet_int(void);
struct point { int x, y; };

static int inner(const struct point *p) { return p->x + p->y; }
static int sum(const struct point *p) { return inner(p) + p->x; }

int main(void) {
    int found = 4;
    if (__VERIFIER_nondet_int()) found = sum(&(struct point){1, 2});
    return found == 4 ? 0 : 1;
}
