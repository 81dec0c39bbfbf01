// expect: FALSE
// about: printing from a function that is sometimes called once more
// violation: 19
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int lines;
static void log_value(const char *what, int x) {
    printf("%s: %d\n", what, x);
    lines++;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    log_value("x", x);
    if (x > 0) log_value("positive", x);
    if (x < 9) log_value("not positive", x);
    if (lines != 2) reach_error();
    return 0;
}
