// expect: TRUE
// about: texts one after the other
#include <assert.h>
#include <string.h>
int main(void) {
    char b[8] = "ab";
    strcat(b, "cd");
    strncat(b, "efgh", 1);
    assert(strcmp(b, "abcde") == 0);
    return 0;
}
