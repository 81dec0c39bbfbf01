// expect: TRUE
// about: the length of a string whose end is an input
// data-models: ILP32 LP64
#include <assert.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char s[6] = "abcde";
    unsigned end = __VERIFIER_nondet_uint() % 6;
    s[end] = '\0';
    size_t length = strlen(s);
    assert(length == end);
    return 0;
}
