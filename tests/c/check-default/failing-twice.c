// expect: TRUE
// about: a program that goes on if memory cannot be had
#include <stdlib.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size > 4096) return 0;
    char *buffer = malloc(size + 1);
    while (buffer == NULL && size > 0) {
        size /= 2;
        buffer = malloc(size + 1);
    }
    if (buffer == NULL) return 1;
    memset(buffer, 'x', size);
    buffer[size] = '\0';
    int result = strlen(buffer) == size;
    free(buffer);
    return !result;
}
