// expect: FALSE
// about: an error path forgets what was made before
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int work(int input) {
    char *buffer = malloc(8);
    if (buffer == NULL) return -1;
    if (input < 0) return -2;
    buffer[0] = 'x';
    free(buffer);
    return 0;
}
int main(void) {
    return work(__VERIFIER_nondet_int()) == -2;
}
