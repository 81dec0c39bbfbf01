// expect: FALSE
// about: cubes by adding differences that grow too slowly
// violation: 11
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned limit = __VERIFIER_nondet_uint();
    unsigned n = 0, cube = 0, difference = 1, second = 6;
    while (n < limit) {
        assert(cube == n * n * n);
        n = n + 1;
        cube = cube + difference;
        difference = difference + second;
        second = second + 5;
    }
    return 0;
}
