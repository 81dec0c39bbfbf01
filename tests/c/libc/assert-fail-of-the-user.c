// expect: TRUE
// about: a function that the program defines is what its body says
extern void reach_error(void);
static int failed;

void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
    (void)what, (void)file, (void)line, (void)function;
    failed = 1;
}

void __VERIFIER_error(void) { failed = 2; }

int main(void) {
    __assert_fail("0", "a.c", 1, "main");
    if (failed != 1) reach_error();
    __VERIFIER_error();
    if (failed != 2) reach_error();
    return 0;
}
