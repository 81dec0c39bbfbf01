// expect: FALSE
// about: a copy from strdup is not freed
// options: --check cleanup
// check: cleanup
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const char *name = __VERIFIER_nondet_int() ? "long" : "short";
    char *copy = strdup(name);
    if (copy == NULL) return 0;
    int is_long = copy[0] == 'l';
    if (!is_long) free(copy);
    return is_long;
}
