// expect: TRUE
// about: null may be freed, as often as one likes
// options: --check free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    char *p = n > 0 ? malloc(3) : NULL;
    free(p);
    p = NULL;
    free(p);
    free(p);
    return 0;
}
