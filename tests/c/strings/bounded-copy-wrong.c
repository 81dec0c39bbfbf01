// expect: FALSE
// about: strncpy need not end a text
#include <assert.h>
#include <string.h>
int main(void) {
    char b[6] = "xxxxx";
    strncpy(b, "abcd", 3);
    assert(b[3] == 0);
    return 0;
}
