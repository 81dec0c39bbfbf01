// expect: FALSE
// about: a string may end before its array does
// data-models: ILP32 LP64
// violation: 17
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char from[4], to[4] = {'x', 'x', 'x', 'x'};
    from[0] = 'a';
    from[1] = __VERIFIER_nondet_char();
    from[2] = 'c';
    from[3] = '\0';
    char *result = strcpy(to, from);
    assert(result == to && to[0] == 'a' && to[1] == from[1]);
    assert(to[2] == 'c');
    return 0;
}
