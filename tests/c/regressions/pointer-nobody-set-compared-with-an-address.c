// expect: UNKNOWN: where objects lie
// about: whether what memory from malloc holds is the address of a variable is for the machine to say
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int variable = 1;
    int **cell = malloc(sizeof *cell);
    int *pointer = *cell;
    if (pointer == &variable) reach_error();
    return 0;
}
