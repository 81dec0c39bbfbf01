// expect: UNKNOWN: scanf
// about: a number of one character has one digit
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 0;
    if (scanf("%1d", &x) == 1) assert(x < 10);
    return 0;
}
