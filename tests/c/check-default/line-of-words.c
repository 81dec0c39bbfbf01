// expect: TRUE
// about: words are appended as long as there is room
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char line[12] = "";
    unsigned used = 0;
    while (__VERIFIER_nondet_int()) {
        const char *word = __VERIFIER_nondet_int() > 0 ? "yes" : "no";
        unsigned length = (unsigned)strlen(word);
        if (used + 1 + length >= sizeof line) break;
        line[used++] = ' ';
        strcpy(line + used, word);
        used += length;
    }
    return used == 3;
}
