// expect: FALSE
// about: memory given through a parameter is dropped if the status is not zero
// options: --check leak
// check: leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int fetch(char **to, int status) {
    *to = malloc(2);
    return status;
}
int main(void) {
    char *data = NULL;
    int status = fetch(&data, __VERIFIER_nondet_int());
    if (status != 0) return 1;
    free(data);
    return 0;
}
