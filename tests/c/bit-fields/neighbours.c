// expect: TRUE
// about: writing one field leaves its neighbours alone
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct packet { unsigned kind : 4; unsigned length : 7; unsigned last : 1; };
int main(void) {
    struct packet p = {9, 100, 1};
    p.length = __VERIFIER_nondet_uint();
    assert(p.kind == 9 && p.last == 1);
    p.kind = p.length;
    assert(p.kind == (p.length & 15));
    return 0;
}
