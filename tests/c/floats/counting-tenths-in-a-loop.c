// expect: FALSE
// about: ten tenths are not one
// violation: 13
#include <assert.h>

int main(void) {
    double x = 0.0;
    int i = 0;
    while (i < 10) {
        x += 0.1;
        i++;
    }
    assert(x == 1.0);
    return 0;
}
