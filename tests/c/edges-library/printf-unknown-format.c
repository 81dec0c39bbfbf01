// expect: UNKNOWN: %n
// about: a format that is not known may store how much was printed
// options: --assume-pure-externals
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 5;
    char format[3];
    format[0] = '%';
    format[1] = (char)getchar();
    format[2] = 0;
    printf(format, &x);
    assert(x == 5);
    return 0;
}
