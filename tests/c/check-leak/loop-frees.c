// expect: TRUE
// about: what is made in an unbounded loop is freed in it
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        char *line = malloc(16);
        if (line == NULL) break;
        line[0] = 'a';
        if (command == 7) line[0] = 'b';
        free(line);
    }
    return 0;
}
