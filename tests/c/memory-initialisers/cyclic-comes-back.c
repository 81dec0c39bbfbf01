// expect: FALSE
// about: who goes round in a circle comes back
// data-models: ILP32 LP64
// violation: 19
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct station {
    const char *name;
    struct station *next;
};
static struct station a, b, c;
static struct station a = {"a", &b}, b = {"b", &c}, c = {"c", &a};
int main(void) {
    struct station *at = &a;
    unsigned steps = __VERIFIER_nondet_uint() % 4;
    for (unsigned i = 0; i < steps; i++) at = at->next;
    assert(at->next->next->next == at);
    assert(at->name[0] == (steps == 0 ? 'a' : steps == 1 ? 'b' : 'c'));
    return 0;
}
