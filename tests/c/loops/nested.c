// expect: TRUE
// about: an inner loop leaves the counter of the outer one alone
#include <assert.h>

int main(void) {
    int i, j, inner = 0;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 4; j++) inner = 1;
        assert(j == 4);
    }
    assert(i == 3 && inner == 1);
    return 0;
}
