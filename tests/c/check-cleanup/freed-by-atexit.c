// expect: TRUE
// about: a function that is run at exit frees the memory
// options: --check cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *numbers;
static void clean(void) {
    free(numbers);
}
int main(void) {
    if (atexit(clean) != 0) return 1;
    numbers = malloc(5 * sizeof *numbers);
    if (__VERIFIER_nondet_int() == 2) exit(2);
    return 0;
}
