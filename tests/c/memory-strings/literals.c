// expect: TRUE
// about: string literals are arrays like others
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static const char *const names[] = {"red", "green", "blue", ""};
int main(void) {
    unsigned colour = __VERIFIER_nondet_uint() % 4;
    const char *name = names[colour];
    assert(sizeof "green" == 6);
    if (name[0] == 'g') assert(colour == 1 && name[4] == 'n' && name[5] == '\0');
    if (name[0] == '\0') assert(colour == 3);
    assert("abc"[colour % 3] == (char)('a' + colour % 3));
    return 0;
}
