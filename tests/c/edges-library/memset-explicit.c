// expect: TRUE
// about: what is overwritten is gone
// options: --assume-pure-externals
#include <assert.h>
#include <stddef.h>
void *memset_explicit(void *, int, size_t);

int main(void) {
    char key[4] = "abc";
    memset_explicit(key, 7, 3);
    assert(key[0] == 7 && key[2] == 7 && key[3] == 0);
    return 0;
}
