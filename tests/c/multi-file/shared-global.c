// expect: FALSE
// about: a global variable that another file changes
// with: shared-global-helper.c
// violation: 12
#include <assert.h>

extern int counter;
extern void step(void);
int main(void) {
    step();
    step();
    assert(counter != 2);
    return 0;
}
