// expect: TRUE
// about: one member of one struct in an array changes
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct sensor {
    short id;
    int reading;
};
int main(void) {
    struct sensor s[3] = {{1, 10}, {2, 20}, {3, 30}};
    unsigned at = __VERIFIER_nondet_uint() % 3, other = __VERIFIER_nondet_uint() % 3;
    s[at].reading = __VERIFIER_nondet_int();
    assert(s[other].id == (int)other + 1);
    if (other != at) assert(s[other].reading == 10 * s[other].id);
    return 0;
}
