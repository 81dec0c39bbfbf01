// expect: TRUE
// about: a function whose address is stored and that is never called does no harm
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void bad(void) { reach_error(); }
static void good(void) {}
static void (*hooks[2])(void) = {good, bad};

int main(void) {
    for (int i = 0; i < 3; i++) hooks[0]();
    return 0;
}
