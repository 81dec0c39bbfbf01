// expect: FALSE
// about: a number of two digits may be the largest
// violation: 16
#include <assert.h>
#include <ctype.h>
extern char __VERIFIER_nondet_char(void);

static int parse(const char *s) {
    int n = 0;
    while (isdigit((unsigned char)*s)) n = 10 * n + (*s++ - '0');
    return n;
}
int main(void) {
    char text[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), ' ', '\0'};
    int n = parse(text);
    assert(n >= 0 && n < 99);
    if (n > 9) assert(isdigit((unsigned char)text[1]));
    return 0;
}
