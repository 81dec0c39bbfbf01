// expect: TRUE
// about: continue skips what break would have left
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int skipped = 0, left = 0;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c == 0) continue;
        if (c == 1) {
            left = 1;
            break;
        }
        if (c == 0) skipped = 1;
    }
    assert(left == 1 && skipped == 0);
    return 0;
}
