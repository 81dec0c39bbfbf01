// expect: TRUE
// about: a message with its text behind it
// data-models: ILP32 LP64
#include <assert.h>
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

struct message {
    unsigned short length;
    char text[];
};
int main(void) {
    unsigned length = __VERIFIER_nondet_uint() % 4 + 1;
    struct message *m = malloc(sizeof *m + length);
    if (m == NULL) return 0;
    m->length = (unsigned short)length;
    for (unsigned i = 0; i < length; i++) m->text[i] = 'a' + i;
    unsigned at = __VERIFIER_nondet_uint() % length;
    assert(m->text[at] == (char)('a' + at));
    assert(m->length == length && m->text[length - 1] <= 'd');
    free(m);
    return 0;
}
