// expect: TRUE
// about: continue in a for loop goes on to the counting
#include <assert.h>

int main(void) {
    int odd = 0, i;
    for (i = 0; i < 8; i++) {
        if (i % 2 == 0) continue;
        odd++;
    }
    assert(i == 8 && odd == 4);
    return 0;
}
