// expect: TRUE
// about: ILP32: numbers of 64 bits in an array and in a struct
// options: --data-model ILP32
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
    if (at != other) assert(s[other].time == -1 - (int)other);
    return 0;
}
