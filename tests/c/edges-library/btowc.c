// expect: UNKNOWN: btowc
// about: the wide character of a byte is not any
// options: --assume-pure-externals
#include <assert.h>
#include <wchar.h>

int main(void) {
    assert(btowc('a') == L'a');
    return 0;
}
