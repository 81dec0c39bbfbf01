// expect: TRUE
// about: counting in a loop is exact
#include <assert.h>

int main(void) {
    double x = 0.0;
    for (int i = 0; i < 20; i++) {
        x = x + 1.0;
    }
    assert(x == 20.0);
    return 0;
}
