// expect: FALSE
// about: memory for a copy of a string has no room for the zero at its end
// options: --check bounds
// check: bounds
// violation: 18
#include <stdlib.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char word[9];
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 8) return 0;
    memset(word, 'x', length);
    word[length] = '\0';
    char *copy = malloc(length == 0 ? 1 : strlen(word));
    if (copy == NULL) return 0;
    strcpy(copy, word);
    free(copy);
    return 0;
}
