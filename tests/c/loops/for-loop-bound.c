// expect: TRUE
// about: after a for loop the counter equals its bound
#include <assert.h>

int main(void) {
    int i, n = 10;
    for (i = 0; i < n; i++) {
    }
    assert(i == n);
    return 0;
}
