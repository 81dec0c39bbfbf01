// expect: TRUE
// about: a copy of a literal is freed
// options: --check free
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *name = malloc(8);
    if (name == NULL) return 0;
    if (__VERIFIER_nondet_int()) strcpy(name, "unknown");
    free(name);
    return 0;
}
