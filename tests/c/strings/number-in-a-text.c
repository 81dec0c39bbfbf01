// expect: TRUE
// about: a number is read from a text
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char text[4] = "-42";
    assert(atoi(text) == -42);
    return 0;
}
