// expect: TRUE
// about: what is not read stays
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 0, y = 5;
    if (scanf("%3d", &x) == 1) assert(y == 5);
    return 0;
}
