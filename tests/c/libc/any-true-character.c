// expect: FALSE
// about: "yes" of isdigit is any number but zero, not necessarily one
#include <ctype.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (isdigit(c)) assert(isdigit(c) == 1);
    return 0;
}
