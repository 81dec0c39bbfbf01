// expect: TRUE
// about: two pointers are swapped and both freed
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *a = malloc(1), *b = malloc(2);
    if (__VERIFIER_nondet_int() < 0) {
        char *kept = a;
        a = b;
        b = kept;
    }
    free(a);
    free(b);
    return 0;
}
