// expect: TRUE
// about: a jump forward skips the assignment
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 1;
    if (__VERIFIER_nondet_bool()) goto end;
    x = 2;
end:
    assert(x == 1 || x == 2);
    return 0;
}
