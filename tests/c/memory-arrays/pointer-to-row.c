// expect: TRUE
// about: a function works on the rows of a matrix
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

enum { ROWS = 2, COLUMNS = 3 };
static int sum_of_row(unsigned char (*row)[COLUMNS]) {
    int sum = 0;
    for (int i = 0; i < COLUMNS; i++) sum += (*row)[i];
    return sum;
}
int main(void) {
    unsigned char m[ROWS][COLUMNS] = {{1, 2, 3}, {4, 5, 6}};
    unsigned row = __VERIFIER_nondet_uint() % ROWS;
    m[row][1] = __VERIFIER_nondet_uchar();
    unsigned char (*other)[COLUMNS] = m + (1 - row);
    assert(sum_of_row(other) == (row == 0 ? 15 : 6));
    assert(sum_of_row(m + row) == m[row][1] + (row == 0 ? 4 : 10));
    return 0;
}
