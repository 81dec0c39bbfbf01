// expect: FALSE
// about: one of the buffers that are made and freed without end is kept and used
// options: --check pointer
// check: pointer
// violation: 19
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *kept = NULL;
    while (__VERIFIER_nondet_int()) {
        char *buffer = malloc(4);
        if (buffer == NULL) break;
        buffer[3] = 1;
        if (__VERIFIER_nondet_int() == 7) kept = buffer;
        free(buffer);
    }
    if (kept == NULL) return 0;
    return kept[0];
}
