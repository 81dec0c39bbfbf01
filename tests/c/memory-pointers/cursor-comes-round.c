// expect: FALSE
// about: a pointer that goes round in a table comes to each element
// data-models: ILP32 LP64
// violation: 13
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

static int ring[3] = {5, 6, 7};
int main(void) {
    int *cursor = ring;
    while (__VERIFIER_nondet_bool()) {
        cursor = cursor == &ring[2] ? ring : cursor + 1;
        assert(*cursor >= 5 && *cursor < 7);
    }
    return 0;
}
