// expect: FALSE
// about: exit deep in a program comes before anything was freed
// options: --check cleanup
// check: cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *buffer;
static void fail(int code) {
    exit(code);
}
int main(void) {
    buffer = malloc(7);
    if (__VERIFIER_nondet_int() < 0) fail(2);
    free(buffer);
    return 0;
}
