// expect: TRUE
// about: a volatile variable that nobody else writes keeps its value
#include <assert.h>

volatile int v = 3;
int main(void) {
    int a = v;
    v = a + 1;
    assert(v == 4);
    return 0;
}
