// expect: TRUE
// about: the difference of two unsigned counters is right although both wrap
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned written = __VERIFIER_nondet_uint();
    unsigned read = written;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (written - read < 4) written++;
        } else if (written != read) {
            read++;
        }
        assert(written - read <= 4);
    }
    return 0;
}
