// expect: TRUE
// about: the length of a text that is known
#include <assert.h>
#include <string.h>
int main(void) {
    char text[8] = "abc";
    assert(strlen(text) == 3);
    text[1] = 0;
    assert(strlen(text) == 1);
    return 0;
}
