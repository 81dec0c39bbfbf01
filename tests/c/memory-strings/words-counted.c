// expect: TRUE
// about: the words in a line are counted
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char line[5];
    for (int i = 0; i < 4; i++) line[i] = __VERIFIER_nondet_char();
    line[4] = '\0';
    int words = 0;
    char before = ' ';
    for (const char *p = line; *p != '\0'; before = *p++)
        if (*p != ' ' && before == ' ') words++;
    assert(words <= 2);
    return 0;
}
