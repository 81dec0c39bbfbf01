// expect: TRUE
// about: two locks behind pointers, taken and given back for ever
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct lock {
    _Bool held;
};
static struct lock first, second;
static void acquire(struct lock *l) {
    if (l->held) reach_error();
    l->held = 1;
}
static void release(struct lock *l) {
    if (!l->held) reach_error();
    l->held = 0;
}
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        struct lock *outer = __VERIFIER_nondet_bool() ? &first : &second;
        acquire(outer);
        if (outer == &first) {
            acquire(&second);
            release(&second);
        }
        release(outer);
    }
    return 0;
}
