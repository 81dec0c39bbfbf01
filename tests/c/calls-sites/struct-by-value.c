// expect: TRUE
// about: structs go in and come out by value, at two calls
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct range { int low, high, step; long pad; };
static struct range widen(struct range r, int by) {
    r.low -= by;
    r.high += by;
    return r;
}

int main(void) {
    struct range r = {0, 1, 2, 3};
    struct range a = widen(r, 1);
    struct range b = widen(a, 2);
    if (r.low != 0 || a.low != -1 || b.high != 4 || b.pad != 3) reach_error();
    return 0;
}
