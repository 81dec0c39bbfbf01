// expect: FALSE
// about: a copy that was changed is not equal
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char a[8] = "hello", b[8];
    strcpy(b, a);
    b[1] = __VERIFIER_nondet_char();
    assert(strcmp(a, b) == 0);
    return 0;
}
