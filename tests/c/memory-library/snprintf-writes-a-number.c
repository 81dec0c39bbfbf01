// expect: TRUE
// about: text is written to a buffer: a number in decimals, as far as there is room, and nothing behind it
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

struct label {
    char text[4];
    int guard;
};
int main(void) {
    struct label l = {"", 7};
    int n = __VERIFIER_nondet_int();
    if (n < -2000 || n > 2000) return 0;
    int length = snprintf(l.text, sizeof l.text, "%d", n);
    assert(l.guard == 7 && l.text[0] != '\0' && l.text[3] == '\0');
    assert((l.text[0] == '-') == (n < 0));
    assert((length == 5) == (n <= -1000) && length >= 1 && length <= 5);
    if (n == -1234) assert(l.text[0] == '-' && l.text[1] == '1' && l.text[2] == '2');
    return 0;
}
