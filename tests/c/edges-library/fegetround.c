// expect: UNKNOWN: fegetround
// about: the way of rounding is one
// options: --assume-pure-externals
#include <assert.h>
#include <fenv.h>

int main(void) {
    assert(fegetround() == fegetround());
    return 0;
}
