// expect: FALSE
// about: an object on the heap that only another lost object points to
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct ring {
    struct ring *other;
};
int main(void) {
    struct ring *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (a == NULL || b == NULL) {
        free(a);
        free(b);
        return 0;
    }
    a->other = b;
    b->other = a;
    if (__VERIFIER_nondet_int() > 7) {
        a = b = NULL;
    } else {
        free(a);
        free(b);
    }
    return 0;
}
