// expect: TRUE
// about: small structs through the C library's functions for memory
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#include <string.h>
struct pair { int a, b; };
int main(void) {
    struct pair p, q;
    memset(&p, 0, sizeof p);
    p.a = __VERIFIER_nondet_int();
    memcpy(&q, &p, sizeof q);
    assert(q.a == p.a && q.b == 0);
    return 0;
}
