// expect: TRUE
// about: letters of a word are made upper case, by <ctype.h>
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char word[4] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), 'q', '\0'};
    for (unsigned char *p = word; *p != '\0'; p++) *p = (unsigned char)toupper(*p);
    unsigned at = __VERIFIER_nondet_uint() % 2;
    if (word[0] != '\0') assert(!islower(word[at]));
    if (isdigit(word[0]) && isalpha(word[1])) assert(word[2] == 'Q');
    return 0;
}
