// expect: FALSE
// about: text is written to a buffer
// violation: 15
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

struct label {
    char text[8];
    int guard;
};
int main(void) {
    struct label l = {"", 7};
    snprintf(l.text, sizeof l.text, "%d", __VERIFIER_nondet_int());
    assert(l.guard == 7 && l.text[0] == '\0');
    return 0;
}
