// expect: TRUE
// about: what a caller keeps in its variables survives the calls it makes
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int id(int x) { int copy = x; return copy; }
static int sum(int a, int b) {
    int left = id(a);
    int right = id(b);
    return left - right;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int one = sum(a, b);
    int two = sum(b, a);
    if (one + two != 0) reach_error();
    return 0;
}
