// expect: FALSE
// about: a packed struct has no gap after its first member
// data-models: ILP32 LP64
// violation: 22
#include <assert.h>
#include <stddef.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

struct __attribute__((packed)) frame {
    unsigned char kind;
    unsigned address;
    unsigned short check;
};
int main(void) {
    struct frame f[2] = {{1, 2, 3}, {4, 5, 6}};
    unsigned at = __VERIFIER_nondet_uint() % 2;
    f[at].address = __VERIFIER_nondet_uint();
    f[at].check = __VERIFIER_nondet_ushort();
    assert(sizeof(struct frame) == 7 && offsetof(struct frame, check) == 5);
    assert(f[at].kind == 1 + 3 * at && f[1 - at].address == 5 - 3 * at);
    assert(*((unsigned char *)&f[at] + 4) == (f[at].address & 0xff));
    return 0;
}
