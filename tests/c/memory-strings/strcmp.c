// expect: TRUE
// about: strings are ordered as in a dictionary
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char a[3] = {__VERIFIER_nondet_char(), 'x', '\0'}, b[3] = {__VERIFIER_nondet_char(), 'x', '\0'};
    int order = strcmp(a, b);
    assert((order == 0) == (a[0] == b[0]));
    assert((order < 0) == ((unsigned char)a[0] < (unsigned char)b[0]));
    assert((strcmp(b, a) > 0) == (order < 0));
    return 0;
}
