// expect: FALSE
// about: a number without a width may be any
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 0;
    if (scanf("%d", &x) == 1) assert(x < 10);
    return 0;
}
