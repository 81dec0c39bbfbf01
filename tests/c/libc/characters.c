// expect: TRUE
// about: <ctype.h> is modelled: digits are between '0' and '9', upper case has a lower case
#include <ctype.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (isdigit(c)) assert(c >= '0' && c <= '9' && !isalpha(c));
    if (isupper(c)) assert(islower(tolower(c)));
    return 0;
}
