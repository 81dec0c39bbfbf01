// expect: UNKNOWN: scanf
// about: how many characters were read is not any number
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 0, n = 0;
    if (scanf("%d%n", &x, &n) == 1) assert(n >= 0);
    return 0;
}
