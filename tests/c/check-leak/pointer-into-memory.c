// expect: TRUE
// about: memory is not lost as long as a pointer leads into it
// options: --check leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    int header;
    int body[4];
};
static int *body;
int main(void) {
    struct item *i = malloc(sizeof *i);
    if (i == NULL) return 0;
    i->header = __VERIFIER_nondet_int();
    body = &i->body[1];
    return 0;
}
