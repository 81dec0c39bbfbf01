// expect: TRUE
// about: a printed text ends where there is room
#include <assert.h>
#include <stdio.h>
int main(void) {
    char text[5];
    text[4] = 7;
    snprintf(text, 4, "%d", 12345);
    assert(text[3] == 0 || text[2] == 0 || text[1] == 0 || text[0] == 0);
    assert(text[4] == 7);
    return 0;
}
