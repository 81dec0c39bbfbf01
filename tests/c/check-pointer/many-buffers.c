// expect: TRUE
// about: buffers are made, used and freed without end
// options: --check pointer
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *kept = NULL;
    int is_seen = 0;
    while (__VERIFIER_nondet_int()) {
        char *buffer = malloc(4);
        if (buffer == NULL) break;
        buffer[3] = 1;
        if (__VERIFIER_nondet_int() == 7) is_seen = 1;
        free(buffer);
    }
    return is_seen && kept != NULL;
}
