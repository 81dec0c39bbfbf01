/* Ends the run at the error, where a debugger can look at it. */
__attribute__((noreturn)) static void euclase_reached(const char *what) {
    fprintf(stderr, "euclase: the error is reached: %s\n", what);
    fflush(stderr);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    _exit(1);
}

__attribute__((noreturn)) static void euclase_give_up(const char *why) {
    fprintf(stderr, "euclase: %s\n", why);
    fflush(stderr);
    _exit(3);
}

/* The next value; the program must ask for it with the function that it was found for. */
static const struct value *euclase_next(const char *function) {
    static unsigned long next = 0;
    if (next >= sizeof values / sizeof values[0] - 1) euclase_give_up("the program asks for more values than there are");
    if (strcmp(values[next].function, function) != 0) euclase_give_up("the program asks for values in another order");
    return &values[next++];
}

/* The program's own definitions of these functions, if it has any, come first. */
#define WEAK __attribute__((weak))

WEAK void reach_error(void) { euclase_reached("a call of reach_error"); }
WEAK void __VERIFIER_error(void) { euclase_reached("a call of __VERIFIER_error"); }
WEAK void __witness_violation(void) { euclase_reached("the violation that a witness describes"); }
WEAK void __VERIFIER_assume(int holds) {
    if (!holds) euclase_give_up("an assumption does not hold");
}
WEAK void __VERIFIER_assert(int holds) {
    if (!holds) euclase_reached("a call of __VERIFIER_assert with 0");
}
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s:%u: %s: assertion '%s' fails\n", file, line, function ? function : "?", assertion);
    euclase_reached("an assertion");
}

/* In verification a call of abort is a way to end, not an error. */
void abort(void) { euclase_give_up("the program calls abort"); }
