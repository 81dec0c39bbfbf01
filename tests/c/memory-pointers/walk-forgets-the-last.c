// expect: FALSE
// about: a pointer walks through an array and stops before the last element
// violation: 16
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[4];
    int direct = 0, walked = 0;
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        direct += a[i];
    }
    const unsigned char *end = &a[3];
    for (const unsigned char *p = a; p != end; p++) walked += *p;
    assert(walked == direct);
    return 0;
}
