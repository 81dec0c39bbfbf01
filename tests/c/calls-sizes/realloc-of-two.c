// expect: TRUE
// about: two objects of different sizes grow; each keeps what was in it, also where the allocator's helpers stand once.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *a = malloc(2 * sizeof(int));
    int *b = malloc(3 * sizeof(int));
    if (!a || !b) return 0;
    a[0] = x;
    a[1] = 5;
    b[2] = 1;
    a = realloc(a, 4 * sizeof(int));
    b = realloc(b, 8 * sizeof(int));
    if (!a || !b) return 0;
    a[3] = 9;
    if (a[0] != x || a[1] != 5 || b[2] != 1)
        reach_error();
    free(a);
    free(b);
    return 0;
}
