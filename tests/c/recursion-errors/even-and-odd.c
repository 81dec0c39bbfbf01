// expect: FALSE
// about: one of two functions that call each other is wrong
// violation: 10
extern void reach_error(void);

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 1 : even(n - 1); }
int main(void) {
    if (even(7)) reach_error();
    return 0;
}
