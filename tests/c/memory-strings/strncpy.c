// expect: TRUE
// about: a string is cut off or filled with zeros
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char field[4] = {'#', '#', '#', '#'};
    _Bool is_long = __VERIFIER_nondet_bool();
    strncpy(field, is_long ? "abcdef" : "a", 3);
    assert(field[0] == 'a' && field[3] == '#');
    assert(field[1] == (is_long ? 'b' : 0) && field[2] == (is_long ? 'c' : 0));
    return 0;
}
