// expect: TRUE
// about: one bit field of a struct in memory changes, its neighbours do not
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct header {
    unsigned version : 4, length : 12;
    int offset : 5;
    unsigned last : 1;
};
static void set_length(struct header *h, unsigned length) { h->length = length; }
int main(void) {
    struct header h[2] = {{4, 100, -3, 1}, {6, 200, 7, 0}};
    unsigned at = __VERIFIER_nondet_uint() % 2, length = __VERIFIER_nondet_uint();
    set_length(&h[at], length);
    assert(h[at].length == (length & 0xfff));
    assert(h[at].version == (at ? 6 : 4) && h[at].offset == (at ? 7 : -3) && h[at].last == 1 - at);
    assert(h[1 - at].length == (at ? 100 : 200));
    return 0;
}
