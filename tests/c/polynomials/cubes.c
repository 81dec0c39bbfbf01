// expect: TRUE
// about: cubes by adding differences and differences of differences
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned limit = __VERIFIER_nondet_uint();
    unsigned n = 0, cube = 0, difference = 1, second = 6;
    while (n < limit) {
        assert(second == 6 * n + 6);
        assert(difference == 3 * n * n + 3 * n + 1);
        assert(cube == n * n * n);
        n = n + 1;
        cube = cube + difference;
        difference = difference + second;
        second = second + 6;
    }
    return 0;
}
