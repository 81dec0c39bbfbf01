// expect: TRUE
// about: the beginnings of two strings are compared
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char name[6] = "ab?de";
    name[2] = __VERIFIER_nondet_char();
    assert(strncmp(name, "abc", 2) == 0);
    if (strncmp(name, "abcxy", 3) == 0) assert(name[2] == 'c');
    else assert(strcmp(name, "abcde") != 0);
    return 0;
}
