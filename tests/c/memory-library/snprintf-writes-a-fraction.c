// expect: UNKNOWN: printing
// about: text is written to a buffer, and its characters depend on how fractions are printed
#include <assert.h>
#include <stdio.h>
extern double __VERIFIER_nondet_double(void);

struct label {
    char text[8];
    int guard;
};
int main(void) {
    struct label l = {"", 7};
    snprintf(l.text, sizeof l.text, "%g", __VERIFIER_nondet_double());
    assert(l.guard == 7 && l.text[0] != 'z');
    return 0;
}
