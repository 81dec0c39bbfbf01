// expect: FALSE
// about: a zero in the middle ends a text
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[8] = "abcdef";
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 6) return 0;
    text[i] = 0;
    assert(strlen(text) > 2);
    return 0;
}
