// expect: TRUE
// about: of memory that realloc made larger only the written part is read
// options: --check uninitialised
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int *p = calloc(2, sizeof *p);
    if (p == NULL) return 0;
    int *q = realloc(p, 4 * sizeof *q);
    if (q == NULL) {
        free(p);
        return 0;
    }
    unsigned at = __VERIFIER_nondet_uint();
    int result = 0;
    if (at < 2 && q[at] == 5) result = 1;
    free(q);
    return result;
}
