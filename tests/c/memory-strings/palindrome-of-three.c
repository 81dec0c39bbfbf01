// expect: FALSE
// about: a word of three letters may also read the same from both sides
// violation: 18
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static _Bool palindrome(const char *s) {
    const char *left = s, *right = s + strlen(s);
    while (left < right)
        if (*left++ != *--right) return 0;
    return 1;
}
int main(void) {
    char word[5] = {0};
    for (int i = 0; i < 4; i++) word[i] = __VERIFIER_nondet_char();
    if (strlen(word) >= 3 && palindrome(word))
        assert(word[0] == word[3] && word[1] == word[2]);
    return 0;
}
