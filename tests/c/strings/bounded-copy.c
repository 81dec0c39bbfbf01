// expect: TRUE
// about: strncpy fills with zeros
#include <assert.h>
#include <string.h>
int main(void) {
    char b[6] = "xxxxx";
    strncpy(b, "ab", 4);
    assert(b[1] == 'b' && b[2] == 0 && b[3] == 0 && b[4] == 'x');
    return 0;
}
