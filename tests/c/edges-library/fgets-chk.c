// expect: UNKNOWN: __fgets_chk
// about: the name that a header gives to a function which stores to memory
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>
char *__fgets_chk(char *, size_t, int, FILE *);

int main(void) {
    char b[8] = "a";
    __fgets_chk(b, sizeof b, 2, stdin);
    assert(b[0] == 'a');
    return 0;
}
