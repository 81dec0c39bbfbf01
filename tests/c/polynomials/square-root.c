// expect: TRUE
// about: the square root by adding odd numbers
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned root = 0, square = 1, odd = 1;
    while (square <= n) {
        root = root + 1;
        odd = odd + 2;
        square = square + odd;
        assert(odd == 2 * root + 1);
        assert(square == (root + 1) * (root + 1));
    }
    return 0;
}
