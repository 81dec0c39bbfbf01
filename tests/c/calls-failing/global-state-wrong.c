// expect: FALSE
// about: on one way a lock is taken that is taken already, by a function that a function calls.
// violation: 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int locked, uses;
static void take(void) { if (locked) reach_error(); locked = 1; }
static void give(void) {
    if (!locked) reach_error();
    locked = 0;
    uses++;
}
static void work(int again) {
    take();
    give();
    if (again) {
        take();
        if (uses != 3) give();
    }
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        work(__VERIFIER_nondet_int());
        take();
        give();
    }
    return 0;
}
