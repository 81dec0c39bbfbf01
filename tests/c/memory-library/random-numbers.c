// expect: TRUE
// about: a die shows one to six, whatever the seed
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int count[7] = {0};
    srand(__VERIFIER_nondet_uint());
    for (int i = 0; i < 3; i++) count[rand() % 6 + 1]++;
    assert(count[0] == 0);
    assert(count[1] <= 3);
    return 0;
}
