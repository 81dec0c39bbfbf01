// expect: UNKNOWN: sprintf
// about: the model of what prints to memory stores no count
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[8];
    int x = 5;
    sprintf(b, "%d%n", 3, &x);
    assert(x == 5);
    return 0;
}
