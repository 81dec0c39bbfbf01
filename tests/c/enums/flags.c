// expect: TRUE
// about: enumerators as flags in one number
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

enum { READ = 1, WRITE = 2, EXECUTE = 4 };
int main(void) {
    unsigned rights = READ;
    while (__VERIFIER_nondet_bool()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: rights |= WRITE; break;
        case 1: rights &= ~WRITE; break;
        case 2: if (!(rights & WRITE)) rights |= READ; break;
        }
        assert(rights & READ);
        assert(!(rights & EXECUTE));
    }
    return 0;
}
