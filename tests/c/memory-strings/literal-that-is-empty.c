// expect: FALSE
// about: one of several literals is empty
// data-models: ILP32 LP64
// violation: 14
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static const char *const names[] = {"red", "green", "blue", ""};
int main(void) {
    unsigned colour = __VERIFIER_nondet_uint() % 4;
    const char *name = names[colour];
    assert(sizeof "green" == 6);
    if (name[0] == 'g') assert(colour == 1 && name[4] == 'n' && name[5] == '\0');
    assert(name[0] != '\0');
    assert("abc"[colour % 3] == (char)('a' + colour % 3));
    return 0;
}
