// expect: TRUE
// about: a variable keeps its value when nothing was read
#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 3, y = 4;
    int n = scanf("%d %d", &x, &y);
    if (n < 2) assert(y == 4);
    if (n < 1) assert(x == 3);
    assert(n <= 2);
    return 0;
}
