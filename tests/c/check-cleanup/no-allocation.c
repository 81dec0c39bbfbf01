// expect: TRUE
// about: variables, static memory and memory from alloca need not be freed
// options: --check cleanup
#include <alloca.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char fixed[10];
int main(void) {
    char local[10];
    char *p = __VERIFIER_nondet_int() ? fixed : local;
    if (__VERIFIER_nondet_int() > 0) p = alloca(10);
    p[0] = 1;
    return p[0];
}
