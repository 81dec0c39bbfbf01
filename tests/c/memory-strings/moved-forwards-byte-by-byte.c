// expect: FALSE
// about: bytes moved to an overlapping place one after the other
// violation: 12
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char s[6] = "abcde";
    if (__VERIFIER_nondet_bool()) {
        for (int i = 0; i < 4; i++) s[i + 1] = s[i];
        assert(strcmp(s, "aabcd") == 0);
    } else {
        memmove(s, s + 1, 4);
        assert(strcmp(s, "bcdee") == 0);
    }
    return 0;
}
