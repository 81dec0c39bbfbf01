// expect: FALSE
// about: a character may be neither digit nor letter nor space
// violation: 18
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    enum { DIGIT, LETTER, SPACE, OTHER, CLASSES };
    int count[CLASSES] = {0};
    for (int i = 0; i < 3; i++) {
        int c = __VERIFIER_nondet_uchar() & 0x7f;
        int class = isdigit(c) ? DIGIT : isalpha(c) ? LETTER : isspace(c) ? SPACE : OTHER;
        if (isalnum(c)) assert(class == DIGIT || class == LETTER);
        if (ispunct(c)) assert(class == OTHER);
        count[class]++;
    }
    assert(count[DIGIT] + count[LETTER] + count[SPACE] == 3);
    return 0;
}
