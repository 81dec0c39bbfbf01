// expect: TRUE
// about: a conversion stores no more than its type
#include <assert.h>
#include <stdio.h>
int main(void) {
    short s = 0;
    int guard = 7;
    scanf("%hd", &s);
    assert(s >= -32768 && s <= 32767 && guard == 7);
    return 0;
}
