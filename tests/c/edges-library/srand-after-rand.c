// expect: UNKNOWN: rand
// about: numbers after no seed are those after the seed 1
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int a = rand();
    srand(1);
    assert(a == rand());
    return 0;
}
