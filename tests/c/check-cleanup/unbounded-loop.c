// expect: TRUE
// about: an unbounded loop frees what it made, also when it is left
// options: --check cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    while (1) {
        char *line = malloc(3);
        if (line == NULL) break;
        int n = __VERIFIER_nondet_int();
        free(line);
        if (n == 9) break;
    }
    return 0;
}
