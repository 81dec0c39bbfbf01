// expect: TRUE
// about: while a writer is in, no reader is
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char readers = 0;
    _Bool writer = 0;
    while (__VERIFIER_nondet_bool()) {
        switch (__VERIFIER_nondet_int()) {
        case 0: if (!writer && readers < 10) readers++; break;
        case 1: if (readers > 0) readers--; break;
        case 2: if (!writer && readers == 0) writer = 1; break;
        case 3: writer = 0; break;
        }
        assert(!(writer && readers > 0));
    }
    return 0;
}
