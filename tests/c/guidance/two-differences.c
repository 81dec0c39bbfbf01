// expect: TRUE
// about: two differences stay equal; lemmas about one bound after another never end (Spacer dissertation, Fig. 2.1a)
// options: --engine euf
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, c = 0;
    int b = 0, d = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            a++;
            b++;
        } else {
            c++;
            d++;
        }
    }
    if (a < c) assert(b < d);
    return 0;
}
