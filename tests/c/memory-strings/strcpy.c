// expect: TRUE
// about: a string is copied up to its end and no further
// data-models: ILP32 LP64
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
    assert(to[2] == (from[1] ? 'c' : 'x'));
    return 0;
}
