// expect: UNKNOWN: setjmp
// about: setjmp and longjmp
// at: 10
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#include <setjmp.h>
static jmp_buf place;
int main(void) {
    if (setjmp(place)) {
        reach_error();
    }
    if (__VERIFIER_nondet_bool()) longjmp(place, 1);
    return 0;
}
