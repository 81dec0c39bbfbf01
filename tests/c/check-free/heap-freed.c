// expect: TRUE
// about: a buffer is freed only if it is not the local one
// options: --check free
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
    if (buffer != small)
        free(buffer);
    return 0;
}
