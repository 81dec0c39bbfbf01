// expect: FALSE
// about: without a body, it is the failure of an assertion
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern int input(void);

int main(void) {
    if (input() == 7) __assert_fail("0", "a.c", 1, "main");
    return 0;
}
