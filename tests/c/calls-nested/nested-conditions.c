// expect: TRUE
// about: calls in the conditions of functions that are called in conditions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_even(int x) { return x % 2 == 0; }
static int both_even(int x, int y) { return is_even(x) && is_even(y); }

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (both_even(x, y) && !is_even(x & y)) reach_error();
    if (!both_even(x, y) && is_even(x) && is_even(y)) reach_error();
    return 0;
}
