// expect: TRUE
// about: memory for a struct and the elements of its flexible array
// options: --check bounds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct message {
    int length;
    int values[];
};
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10) return 0;
    struct message *m = malloc(sizeof *m + n * sizeof m->values[0]);
    if (m == NULL) return 0;
    m->length = n;
    for (int i = 0; i < m->length; i++) {
        m->values[i] = 0;
    }
    free(m);
    return 0;
}
