// expect: FALSE
// about: an unbounded loop is left before what it made is freed
// options: --check cleanup
// check: cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    while (1) {
        char *line = malloc(3);
        if (line == NULL) break;
        int n = __VERIFIER_nondet_int();
        if (n == 9) break;
        free(line);
    }
    return 0;
}
