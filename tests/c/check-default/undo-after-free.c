// expect: FALSE
// about: the last of several buffers can still be changed after it was dropped
// check: pointer
// violation: 16
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *last = calloc(1, 2);
    int is_dropped = 0, command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        if (command == -1 && !is_dropped) {
            free(last);
            is_dropped = 1;
        } else if (command > 0 && last != NULL) {
            last[1] = 'x';
        }
    }
    if (!is_dropped) free(last);
    return 0;
}
