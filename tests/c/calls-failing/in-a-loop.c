// expect: TRUE
// about: a function that checks is called in a loop and in another function's loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int level;
static void step(int by) {
    if (level < 0 || level > 9) reach_error();
    level += by;
    if (level > 9) level = 9;
    if (level < 0) level = 0;
}
static void down(int n) {
    while (n-- > 0) step(-1);
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        step(1);
        if (__VERIFIER_nondet_int()) down(__VERIFIER_nondet_int());
        step(2);
    }
    return 0;
}
