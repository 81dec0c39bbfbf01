// expect: FALSE
// about: a literal is freed
// options: --check free
// check: free
// violation: 17
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *name = malloc(8);
    if (name == NULL) return 0;
    if (__VERIFIER_nondet_int()) {
        free(name);
        name = "unknown";
    }
    free(name);
    return 0;
}
