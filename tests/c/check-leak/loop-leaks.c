// expect: FALSE
// about: what is made in an unbounded loop is not freed on one way through it
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        char *line = malloc(16);
        if (line == NULL) break;
        line[0] = 'a';
        if (command == 7) continue;
        free(line);
    }
    return 0;
}
