// expect: FALSE
// about: ILP32: a number of 64 bits does not fit into a long
// options: --data-model ILP32
// violation: 20
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);

struct stamp {
    char kind;
    long long time;
};
int main(void) {
    struct stamp s[3] = {{'a', -1}, {'b', -2}, {'c', -3}};
    unsigned at = __VERIFIER_nondet_uint() % 3, other = __VERIFIER_nondet_uint() % 3;
    long long now = __VERIFIER_nondet_longlong();
    s[at].time = now;
    assert(sizeof(struct stamp) == 12);
    assert(s[at].time == now && s[other].kind == (char)('a' + other));
    assert((long)s[at].time == now);
    return 0;
}
