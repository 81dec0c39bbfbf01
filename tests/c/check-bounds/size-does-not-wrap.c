// expect: TRUE
// about: the product of a request is checked before it is computed
// options: --check bounds
#include <stdint.h>
#include <stdlib.h>
extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
    size_t count = __VERIFIER_nondet_size_t();
    if (count == 0) return 0;
    if (count > SIZE_MAX / sizeof(long)) return 0;
    size_t bytes = count * sizeof(long);
    if (bytes > 1000) return 0;
    long *numbers = malloc(bytes);
    if (numbers == NULL) return 0;
    numbers[0] = 1;
    free(numbers);
    return 0;
}
