// expect: FALSE
// about: a string may be shorter than its array
// data-models: ILP32 LP64
// violation: 14
#include <assert.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char s[6] = "abcde";
    unsigned end = __VERIFIER_nondet_uint() % 6;
    s[end] = '\0';
    size_t length = strlen(s);
    assert(length == 5);
    return 0;
}
