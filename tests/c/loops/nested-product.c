// expect: FALSE
// about: three times four steps are twelve
// violation: 10
#include <assert.h>

int main(void) {
    int steps = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) steps++;
    assert(steps != 12);
    return 0;
}
