// expect: FALSE
// about: equal beginnings do not make equal strings
// violation: 12
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char name[6] = "ab?de";
    name[2] = __VERIFIER_nondet_char();
    assert(strncmp(name, "abc", 2) == 0);
    if (strncmp(name, "abcxy", 3) == 0) assert(strcmp(name, "abcxy") == 0);
    else assert(strcmp(name, "abcde") != 0);
    return 0;
}
