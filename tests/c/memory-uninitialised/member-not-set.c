// expect: TRUE
// about: a member that is not set does not disturb those that are
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct entry {
    char tag;
    int value;
};
int main(void) {
    struct entry e[2];
    unsigned at = __VERIFIER_nondet_uint() % 2;
    e[at].value = __VERIFIER_nondet_int();
    e[0].tag = 'a';
    e[1].tag = 'b';
    struct entry copy = e[at];
    assert(copy.value == e[at].value && copy.tag == (at ? 'b' : 'a'));
    return 0;
}
