// expect: TRUE
// about: two files that share a header with a struct, a macro and an inline function
// with: header-helper.c
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#include "header.h"
int main(void) {
    struct point p = make(__VERIFIER_nondet_int(), LIMIT);
    assert(p.y == LIMIT);
    assert(sum(p) == p.x + 12);
    return 0;
}
