// expect: TRUE
// about: two functions that call each other
extern void reach_error(void);

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    if (!even(10) || even(7)) reach_error();
    return 0;
}
