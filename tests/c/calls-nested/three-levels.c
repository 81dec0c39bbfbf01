// expect: TRUE
// about: each of three functions calls the next twice
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int low(int x) { return x + 1; }
static int middle(int x) { return low(low(x)); }
static int high(int x) { return middle(middle(x)); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100) return 0;
    int y = high(high(x));
    if (y != x + 8) reach_error();
    return 0;
}
