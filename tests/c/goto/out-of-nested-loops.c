// expect: TRUE
// about: a jump leaves two loops at once
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int i, j, found = 0;
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 4; j++) {
            if (__VERIFIER_nondet_bool()) {
                found = 1;
                goto out;
            }
        }
    }
out:
    if (found) assert(i < 4 && j < 4);
    else assert(i == 4);
    return 0;
}
