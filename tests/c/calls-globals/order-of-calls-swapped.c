// expect: FALSE
// about: the order of two calls is swapped
// violation: 17
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x;
static void twice(void) { x = x * 2; }
static void more(void) { x = x + 1; }

int main(void) {
    x = __VERIFIER_nondet_int() & 15;
    int start = x;
    more();
    twice();
    twice();
    if (x != 4 * start + 2) reach_error();
    return 0;
}
