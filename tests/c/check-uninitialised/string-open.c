// expect: FALSE
// about: the bytes that say where a string ends were never written
// options: --check uninitialised
// check: uninitialised
// violation: 14
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[8];
    text[0] = 'a';
    text[1] = __VERIFIER_nondet_char();
    text[7] = '\0';
    size_t length = strlen(text);
    return length == 1;
}
