// expect: TRUE
// about: a packed field that straddles the boundary of a word
#include <assert.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

struct __attribute__((packed)) wide { unsigned long long a : 30; unsigned long long b : 34; };
int main(void) {
    struct wide w;
    unsigned long long x = __VERIFIER_nondet_ulonglong();
    w.a = 5;
    w.b = x;
    assert(w.a == 5);
    assert(w.b == (x & 0x3ffffffffULL));
    return 0;
}
