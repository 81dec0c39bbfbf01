// expect: FALSE
// about: strings are ordered by characters without a sign
// violation: 12
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char a[3] = {__VERIFIER_nondet_char(), 'x', '\0'}, b[3] = {__VERIFIER_nondet_char(), 'x', '\0'};
    int order = strcmp(a, b);
    assert((order == 0) == (a[0] == b[0]));
    assert((order < 0) == (a[0] < b[0]));
    return 0;
}
