// expect: FALSE
// about: a union initialised through its other member
// data-models: ILP32 LP64
// violation: 21
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct packet {
    unsigned kind : 3, flags : 5, length : 8;
    union {
        short pair[2];
        unsigned word;
    } body;
};
static struct packet packets[2] = {{1, 0x1f, 200, {{1, 2}}}, {.length = 7, .body.word = 0x10003}};
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 2;
    const struct packet *p = &packets[i];
    assert(p->kind == 1 - i && p->flags == (i ? 0 : 31) && p->length == (i ? 7 : 200));
    assert(p->body.word == (i ? 0x10003u : 0x20001u));
    assert(p->body.pair[1] == 2);
    return 0;
}
