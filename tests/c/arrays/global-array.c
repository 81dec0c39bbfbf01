// expect: FALSE
// about: a global array used at constant indices by functions
// inputs: 5 6 7
// violation: 18
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int slots[3];
void put(int value) {
    if (slots[0] == 0) slots[0] = value;
    else if (slots[1] == 0) slots[1] = value;
    else slots[2] = value;
}
int main(void) {
    put(__VERIFIER_nondet_int());
    put(__VERIFIER_nondet_int());
    put(__VERIFIER_nondet_int());
    assert(slots[0] != 5 || slots[1] != 6 || slots[2] != 7);
    return 0;
}
