// expect: FALSE
// about: a digit that is not known
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char text[3] = "10";
    unsigned char d = __VERIFIER_nondet_uchar();
    if (d > 9) return 0;
    text[0] = '0' + d;
    assert(atoi(text) != 70);
    return 0;
}
