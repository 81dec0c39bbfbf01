// expect: TRUE
// about: a tenth in single precision is not a tenth in double precision
#include <assert.h>

int main(void) {
    float x = 0.1f;
    assert(x != 0.1);
    return 0;
}
