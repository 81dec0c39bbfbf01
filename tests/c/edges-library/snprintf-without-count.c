// expect: TRUE
// about: what prints to memory leaves other memory alone
#include <assert.h>
#include <stdio.h>

int main(void) {
    char b[8];
    int x = 5;
    snprintf(b, sizeof b, "%d", x);
    assert(x == 5 && b[7] == b[7]);
    return 0;
}
