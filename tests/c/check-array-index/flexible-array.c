// expect: TRUE
// about: a flexible array has as many elements as there is memory
// options: --check array-index
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct packet {
    unsigned length;
    unsigned char body[];
};
int main(void) {
    unsigned length = __VERIFIER_nondet_uint();
    if (length == 0 || length > 20) return 0;
    struct packet *p = malloc(sizeof *p + length);
    if (p == NULL) return 0;
    p->length = length;
    for (unsigned i = 0; i < p->length; i++) p->body[i] = 0;
    free(p);
    return 0;
}
