// expect: TRUE
// about: the results of printing are not known, and nobody asks
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int report(int code) {
    printf("%d %s\n", code, code ? "bad" : "good");
    return code;
}

int main(void) {
    int a = report(0), b = report(3);
    if (a + b != 3) reach_error();
    return 0;
}
