// expect: FALSE
// about: a local buffer is freed
// options: --check free
// check: free
// violation: 17
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char small[16];
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 100) return 0;
    char *buffer = small;
    if (length > sizeof small) buffer = malloc(length);
    if (buffer == NULL) return 0;
    buffer[0] = 'a';
        free(buffer);
    return 0;
}
