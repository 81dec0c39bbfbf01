// expect: UNKNOWN: kept
// about: a function keeps the address of a compound literal
extern int __VERIFIER_nondet_int(void);
struct point { int x, y; };
static struct point *kept;

static void keep(struct point *p) { kept = p; }

int main(void) {
    if (__VERIFIER_nondet_int()) keep(&(struct point){1, 2});
    return kept ? kept->x : 0;
}
