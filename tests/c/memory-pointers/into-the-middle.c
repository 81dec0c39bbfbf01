// expect: TRUE
// about: negative indices from the middle of an array
// data-models: ILP32 LP64
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[5] = {0, 10, 20, 30, 40};
    int *middle = a + 2;
    int at = __VERIFIER_nondet_int();
    if (at >= -2 && at <= 2) {
        assert(middle[at] == 20 + 10 * at);
        middle[at] = -1;
        assert(a[at + 2] == -1);
        assert(at == 0 || a[2] == 20);
    }
    return 0;
}
