// expect: TRUE
// about: converting -1 to an unsigned type gives its maximum, at every width
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    assert((unsigned char)-1 == 255);
    assert((unsigned short)-1 == 65535);
    assert((unsigned)-1 == 4294967295u);
    assert((unsigned long long)-1 == 18446744073709551615ull);
    int x = __VERIFIER_nondet_int();
    if ((unsigned)x > 2147483647u) assert(x < 0);
    return 0;
}
