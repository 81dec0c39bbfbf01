// expect: UNKNOWN: outside of every object
// about: the size in front of an object is no memory of the program's, also where the object is all zero
// at: 13
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *number = malloc(4);
    number = realloc(number, 8);
    char *zeros = calloc(1, 8), bytes[16];
    memcpy(bytes, zeros - 16, 16);
    if (__VERIFIER_nondet_int() == 3) reach_error();
    return 0;
}
