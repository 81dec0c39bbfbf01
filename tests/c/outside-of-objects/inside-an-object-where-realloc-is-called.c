// expect: FALSE
// about: the first number of an object is its own, also where a program calls realloc
// violation: 13
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *numbers = malloc(4 * sizeof(int));
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) return 0;
    int unused = numbers[i];
    if (i == 0) reach_error();
    numbers = realloc(numbers, 64);
    return 0;
}
