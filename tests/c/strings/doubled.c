// expect: TRUE
// about: a doubled text is another object
#include <assert.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    char a[4] = "abc";
    char *b = strdup(a);
    a[0] = 'x';
    assert(b[0] == 'a' && b[3] == 0);
    free(b);
    return 0;
}
