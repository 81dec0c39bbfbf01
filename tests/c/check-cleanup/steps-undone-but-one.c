// expect: FALSE
// about: an error after the second step undoes the first only
// options: --check cleanup
// check: cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *a = malloc(1), *b = NULL, *c = NULL;
    if (a == NULL) return 1;
    b = malloc(2);
    if (b == NULL) goto free_a;
    c = malloc(3);
    if (c == NULL || __VERIFIER_nondet_int() == 5) goto free_a;
    c[0] = 0;
    free(c);
    free(b);
free_a:
    free(a);
    return 0;
}
