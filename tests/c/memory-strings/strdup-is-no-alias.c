// expect: FALSE
// about: the copy of a string does not follow the original
// violation: 16
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char name[4] = {__VERIFIER_nondet_char(), 'b', 'c', '\0'};
    char *copy = strdup(name);
    if (copy == NULL) return 0;
    assert(strcmp(copy, name) == 0);
    char first = name[0];
    name[0] = 'z';
    assert(first == 0 || copy[0] == name[0]);
    free(copy);
    return 0;
}
