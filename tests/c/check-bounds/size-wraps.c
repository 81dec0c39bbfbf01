// expect: FALSE
// about: the product of a request wraps around, and the memory is too small
// options: --check bounds
// check: bounds
// violation: 17
#include <stdint.h>
#include <stdlib.h>
extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
    size_t count = __VERIFIER_nondet_size_t();
    if (count == 0) return 0;
    size_t bytes = count * sizeof(long);
    if (bytes > 1000) return 0;
    long *numbers = malloc(bytes);
    if (numbers == NULL) return 0;
    numbers[0] = 1;
    free(numbers);
    return 0;
}
