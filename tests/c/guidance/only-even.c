// expect: TRUE
// about: odd numbers are left out one by one until their last bit is looked at
// options: --engine euf --tune facts=off
#include <assert.h>

int main(void) {
    int i;
    for (i = 0; i < 3000000; i += 2) {
    }
    assert(i == 3000000);
    return 0;
}
