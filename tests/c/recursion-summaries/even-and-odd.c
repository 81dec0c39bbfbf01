// expect: TRUE
// about: two functions that call each other, for any number
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned odd(unsigned n);
static unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    if (even(n) > 1) reach_error();
    return 0;
}
