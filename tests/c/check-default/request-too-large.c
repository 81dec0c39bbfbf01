// expect: TRUE
// about: a request that cannot be met gives null, also if it overflows
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
    size_t count = __VERIFIER_nondet_size_t();
    if (count < SIZE_MAX / 4) return 0;
    int *numbers = calloc(count, 2 * sizeof *numbers);
    assert(numbers == NULL);
    return 0;
}
