// expect: FALSE
// about: <= runs once more than <
// violation: 9
#include <assert.h>

int main(void) {
    int i, steps = 0;
    for (i = 0; i <= 10; i++) steps++;
    assert(steps == 10);
    return 0;
}
