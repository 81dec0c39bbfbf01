// expect: TRUE
// about: a small matrix at constant indices
#include <assert.h>

int main(void) {
    int m[2][2] = {{1, 2}, {3, 4}};
    int t = m[0][1];
    m[0][1] = m[1][0];
    m[1][0] = t;
    assert(m[0][0] == 1 && m[0][1] == 3 && m[1][0] == 2 && m[1][1] == 4);
    return 0;
}
