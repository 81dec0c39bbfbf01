// expect: FALSE
// about: scanf changes what its argument points to
// violation: 12
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 1, y = 2, z = 3;
    if (scanf("%d %d", &x, &y) != 2) return 0;
    if (x < 0 || x > 100) x = 0;
    assert(x >= 0 && x <= 100);
    assert(y == 2 && z == 3);
    return 0;
}
