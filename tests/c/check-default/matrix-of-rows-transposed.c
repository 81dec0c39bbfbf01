// expect: FALSE
// about: rows and columns of a matrix are confused
// check: bounds
// violation: 16
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
    if (rows < 1 || rows > 3 || columns < 1 || columns > 5) return 0;
    int *row[3] = {NULL, NULL, NULL};
    for (int i = 0; i < rows; i++) row[i] = calloc(columns, sizeof(int));
    for (int i = 0; i < rows; i++) {
        if (row[i] == NULL) continue;
        for (int j = 0; j < rows; j++) {
            row[i][j] = i + j;
        }
    }
    for (int i = 0; i < 3; i++) free(row[i]);
    return 0;
}
