// expect: TRUE
// about: what is overwritten is gone
// options: --assume-pure-externals
#include <assert.h>
#include <string.h>

int main(void) {
    char key[4] = "abc";
    explicit_bzero(key, sizeof key);
    assert(key[0] == 0 && key[2] == 0);
    return 0;
}
