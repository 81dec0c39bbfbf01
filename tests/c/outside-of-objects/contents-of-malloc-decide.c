// expect: FALSE
// about: what memory from malloc holds leads to the error, the second of three objects at that
// violation: 15
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *first = malloc(4 * sizeof *first);
    int *second = malloc(4 * sizeof *second);
    int *third = malloc(4 * sizeof *third);
    int unused = first[0];
    third[2] = 1;
    if (second[3] == 4711 && first[1] == 12) {
        unused = third[0];
        reach_error();
    }
    return 0;
}
