// expect: TRUE
// about: bytes are moved within an array, where both places overlap
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char s[6] = "abcde";
    if (__VERIFIER_nondet_bool()) {
        memmove(s + 1, s, 4);
        assert(strcmp(s, "aabcd") == 0);
    } else {
        memmove(s, s + 1, 4);
        assert(strcmp(s, "bcdee") == 0);
    }
    return 0;
}
