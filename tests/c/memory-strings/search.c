// expect: TRUE
// about: the first place of a string in another
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int find(const char *text, const char *word) {
    for (int i = 0; text[i] != '\0'; i++) {
        int j = 0;
        while (word[j] != '\0' && text[i + j] == word[j]) j++;
        if (word[j] == '\0') return i;
    }
    return -1;
}
int main(void) {
    char text[6] = "aaaaa";
    unsigned at = __VERIFIER_nondet_uint() % 5;
    text[at] = 'b';
    int found = find(text, "ab");
    assert(found == (int)at - 1);
    return 0;
}
