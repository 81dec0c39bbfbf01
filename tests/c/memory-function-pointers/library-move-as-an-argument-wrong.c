// expect: FALSE
// about: memmove that is handed to a function moves bytes that overlap
// violation: 13
#include <assert.h>
#include <string.h>
typedef void *mover(void *, const void *, size_t);
static void shift(char *text, size_t length, mover *move) {
    move(text + 1, text, length);
}
int main(void) {
    char text[6] = "abcd";
    shift(text, 4, memmove);
    assert(text[4] != 'd');
    return 0;
}
