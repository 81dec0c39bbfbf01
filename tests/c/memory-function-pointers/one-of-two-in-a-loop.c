// expect: TRUE
// about: a call through a pointer that may be one of two functions
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
    int (*f)(void);
    while (__VERIFIER_nondet_bool()) {
        f = __VERIFIER_nondet_bool() ? one : two;
        if (f() == 3) reach_error();
    }
    return 0;
}
