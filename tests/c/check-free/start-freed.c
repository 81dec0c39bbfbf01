// expect: TRUE
// about: the start of a buffer is freed, not the cursor in it
// options: --check free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = calloc(8, 1);
    if (text == NULL) return 0;
    char *cursor = text;
    int steps = __VERIFIER_nondet_int();
    if (steps < 0 || steps > 7) return 0;
    cursor += steps;
    free(cursor - steps);
    return 0;
}
