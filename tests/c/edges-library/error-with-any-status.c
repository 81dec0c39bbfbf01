// expect: TRUE
// about: behind error, the status was zero
#include <assert.h>
#include <error.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int status = __VERIFIER_nondet_int();
    error(status, 0, "failed");
    assert(status == 0);
    return 0;
}
