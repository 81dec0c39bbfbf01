// expect: TRUE
// about: a loop made of a label and a jump back
#include <assert.h>

int main(void) {
    int i = 0, done = 0;
again:
    if (i < 6) {
        i++;
        goto again;
    }
    done = 1;
    assert(i == 6 && done);
    return 0;
}
