// expect: TRUE
// about: a lock whose functions check how it is used, called from several places.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int locked, uses;
static void take(void) {
    if (locked) reach_error();
    locked = 1;
}
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
        give();
    }
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        work(__VERIFIER_nondet_int());
        take();
        if (__VERIFIER_nondet_int()) {
            give();
            work(0);
            take();
        }
        give();
    }
    return 0;
}
