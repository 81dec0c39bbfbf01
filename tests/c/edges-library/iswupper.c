// expect: UNKNOWN: iswupper
// about: what a wide character is is not any number
// options: --assume-pure-externals
#include <assert.h>
#include <wctype.h>

int main(void) {
    assert(iswupper(L'A'));
    return 0;
}
