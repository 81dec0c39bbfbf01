// expect: TRUE
// about: a format that is known and stores nothing
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 5;
    const char *format = "%p";
    printf(format, (void *)&x);
    assert(x == 5);
    return 0;
}
