// expect: FALSE
// about: a string that is cut off has no end
// violation: 13
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char field[4] = {'#', '#', '#', '#'};
    _Bool is_long = __VERIFIER_nondet_bool();
    strncpy(field, is_long ? "abcdef" : "a", 3);
    assert(field[0] == 'a' && field[3] == '#');
    assert(field[2] == '\0');
    return 0;
}
