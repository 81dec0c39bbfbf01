// expect: UNKNOWN: outside of every object
// about: in front of an object is its size where a program calls realloc, which is no memory of the program's
// at: 12
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *numbers = malloc(4 * sizeof(int));
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) return 0;
    int before = numbers[i - 1];
    if (i == 0) reach_error();
    numbers = realloc(numbers, 64);
    return 0;
}
