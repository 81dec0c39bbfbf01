// expect: TRUE
// about: Duff's device: a switch into the middle of a loop does every step once
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char count = __VERIFIER_nondet_bool() ? 5 : 7;
    unsigned char done = 0;
    unsigned char n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { done++;
    case 3:      done++;
    case 2:      done++;
    case 1:      done++;
            } while (--n > 0);
    }
    assert(done == count);
    return 0;
}
