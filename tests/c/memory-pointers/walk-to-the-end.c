// expect: TRUE
// about: a pointer walks through an array until it meets the end
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[4];
    int direct = 0, walked = 0;
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        direct += a[i];
    }
    const unsigned char *end = a + 4;
    for (const unsigned char *p = a; p != end; p++) walked += *p;
    assert(walked == direct);
    return 0;
}
