// expect: FALSE
// about: blanks are skipped without looking for the end of the string
// check: bounds
// violation: 10
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static unsigned number(const char *text, unsigned length) {
    unsigned at = 0, value = 0;
    while (text[at] != '=') at++;
    for (at++; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
        value = value * 10 + (unsigned)(text[at] - '0');
    }
    return value;
}
int main(void) {
    char line[6] = "a=12";
    if (__VERIFIER_nondet_int()) line[1] = ':';
    return number(line, (unsigned)strlen(line)) == 12;
}
