// expect: UNKNOWN: rand
// about: numbers after the same seed are the same
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(1);
    int a = rand();
    srand(1);
    assert(a == rand());
    return 0;
}
