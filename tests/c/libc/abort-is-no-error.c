// expect: TRUE
// about: abort ends the program and is not the error looked for
extern _Bool __VERIFIER_nondet_bool(void);

#include <stdlib.h>
int main(void) {
    if (__VERIFIER_nondet_bool()) abort();
    return 0;
}
