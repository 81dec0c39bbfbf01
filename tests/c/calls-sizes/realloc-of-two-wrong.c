// expect: FALSE
// about: the second object keeps what was in it, which is not what the program takes it for.
// violation: 18
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *a = malloc(2 * sizeof(int));
    int *b = malloc(3 * sizeof(int));
    if (!a || !b) return 0;
    a[1] = 5;
    b[2] = x;
    a = realloc(a, 4 * sizeof(int));
    b = realloc(b, 8 * sizeof(int));
    if (!a || !b) return 0;
    if (b[2] == 77)
        reach_error();
    return 0;
}
