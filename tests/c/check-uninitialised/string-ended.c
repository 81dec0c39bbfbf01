// expect: TRUE
// about: a string is ended before its length is asked for
// options: --check uninitialised
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[8];
    text[0] = 'a';
    text[1] = __VERIFIER_nondet_char();
    text[7] = '\0';
    text[2] = '\0';
    size_t length = strlen(text);
    return length == 1;
}
