// expect: FALSE
// about: a variable declared in a loop may have another value in each round
// violation: 14
#include <assert.h>

int main(void) {
    int last = 0, differs = 0;
    for (int i = 0; i < 3; i++) {
        unsigned char x;
        if (i == 0) x = 5;
        if (i > 0 && x != last) differs = 1;
        last = x;
    }
    assert(!differs);
    return 0;
}
