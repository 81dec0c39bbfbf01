// expect: TRUE
// about: memcpy and memmove behind a pointer copy, and return where to
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    void *(*copy)(void *, const void *, size_t) = __VERIFIER_nondet_int() ? memcpy : memmove;
    int from = __VERIFIER_nondet_int(), to = 0;
    int *end = copy(&to, &from, sizeof to);
    assert(*end == from && end == &to);
    return 0;
}
