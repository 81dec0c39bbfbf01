// expect: FALSE
// about: one counter lags behind, and a guess that they are equal must not hide it
// options: --engine euf
// violation: 14
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, b = 0, c = 0;
    while (__VERIFIER_nondet_bool()) {
        b++;
        if (++a != 3) c++;
    }
    if (a >= 5) assert(b == c);
    return 0;
}
