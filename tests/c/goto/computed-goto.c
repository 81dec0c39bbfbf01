// expect: TRUE
// about: labels as values, where the table of labels is constant and chosen by a condition
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 0;
    void *target = __VERIFIER_nondet_bool() ? &&left : &&right;
    goto *target;
left:
    x = 1;
    goto end;
right:
    x = 2;
end:
    assert(x == 1 || x == 2);
    return 0;
}
