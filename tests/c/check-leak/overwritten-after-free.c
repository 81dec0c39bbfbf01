// expect: TRUE
// about: a pointer is overwritten after its memory was freed
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    char *p = malloc(10);
    if (n > 3) {
        free(p);
        p = malloc(20);
    }
    free(p);
    return 0;
}
