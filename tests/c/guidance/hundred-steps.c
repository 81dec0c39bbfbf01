// expect: TRUE
// about: what is asserted after a hundred steps holds from the first (Spacer dissertation, Fig. 2.1c)
// options: --engine euf
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, b = 0, c = 0;
    while (__VERIFIER_nondet_bool()) {
        a++;
        b++;
        c++;
    }
    if (a >= 100) assert(b == c);
    return 0;
}
