// expect: TRUE
// about: characters of seven bits
#include <assert.h>
#include <ctype.h>
int isascii(int);

int main(void) {
    assert(isascii('a') && !isascii(200));
    return 0;
}
