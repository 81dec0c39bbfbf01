// expect: FALSE
// about: memset behind a pointer of a table, beside an initialiser and a copy of a struct, which may call it as well
// violation: 20
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct operations {
    void *(*set)(void *, int, size_t);
    void *(*copy)(void *, const void *, size_t);
};
struct block {
    unsigned char bytes[200];
};
static const struct operations operations = {memset, memcpy};
int main(void) {
    struct block first = {{0}}, second;
    operations.set(&first, __VERIFIER_nondet_int(), sizeof first);
    second = first;
    operations.copy(first.bytes, "ab", 2);
    assert(first.bytes[1] == 'b' && second.bytes[199] != 9);
    return 0;
}
