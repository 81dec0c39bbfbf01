// expect: FALSE
// about: memcpy and memmove behind a pointer copy, in the native run, too
// violation: 12
// data-models: ILP32 LP64
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    void *(*copy)(void *, const void *, size_t) = __VERIFIER_nondet_int() ? memcpy : memmove;
    int from = __VERIFIER_nondet_int(), to = 0;
    copy(&to, &from, sizeof to);
    assert(to != 7);
    return 0;
}
