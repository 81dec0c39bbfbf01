// expect: TRUE
// about: numbers are counted by class
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int count[3] = {0};
    for (int i = 0; i < 4; i++) {
        unsigned char value = __VERIFIER_nondet_uchar();
        count[value % 3]++;
    }
    assert(count[0] + count[1] + count[2] == 4);
    assert(count[1] >= 0 && count[1] <= 4);
    return 0;
}
