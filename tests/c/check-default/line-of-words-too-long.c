// expect: FALSE
// about: words are appended, and the blank between them is forgotten
// check: bounds
// violation: 16
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char line[12] = "";
    unsigned used = 0;
    while (__VERIFIER_nondet_int()) {
        const char *word = __VERIFIER_nondet_int() > 0 ? "yes" : "no";
        unsigned length = (unsigned)strlen(word);
        if (used + length >= sizeof line) break;
        line[used++] = ' ';
        strcpy(line + used, word);
        used += length;
    }
    return used == 3;
}
