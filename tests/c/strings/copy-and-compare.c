// expect: TRUE
// about: a copy is equal to the original
#include <assert.h>
#include <string.h>
int main(void) {
    char a[8] = "hello", b[8];
    strcpy(b, a);
    assert(strcmp(a, b) == 0);
    b[0] = 'j';
    assert(strcmp(a, b) < 0);
    return 0;
}
