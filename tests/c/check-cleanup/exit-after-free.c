// expect: TRUE
// about: exit deep in a program comes after everything was freed
// options: --check cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *buffer;
static void fail(int code) {
    free(buffer);
    exit(code);
}
int main(void) {
    buffer = malloc(7);
    if (__VERIFIER_nondet_int() < 0) fail(2);
    free(buffer);
    return 0;
}
