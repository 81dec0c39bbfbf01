// expect: TRUE
// about: static functions and variables of the same name in two files are different
// with: static-names-helper.c
#include <assert.h>

static int value = 1;
static int get(void) { return value; }
extern int other(void);
int main(void) {
    assert(get() == 1);
    assert(other() == 2);
    value = 5;
    assert(other() == 2);
    return 0;
}
