// expect: FALSE
// about: a function without a body returns anything
// violation: 9
#include <assert.h>

extern int read_sensor(int channel);
int main(void) {
    int a = read_sensor(1);
    assert(a >= 0);
    return 0;
}
