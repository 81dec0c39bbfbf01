// expect: TRUE
// about: constant expressions in initialisers
// data-models: ILP32 LP64
#include <assert.h>
#include <stddef.h>
extern unsigned int __VERIFIER_nondet_uint(void);

enum level { LOW = 1, HIGH = 1 << 4 };
struct item {
    char c;
    short s;
    long l;
};
static const int sizes[] = {sizeof(struct item) / sizeof(long), offsetof(struct item, s), HIGH | LOW, -1 ? 3 : 4};
static short array[5];
static const ptrdiff_t distance = &array[4] - &array[1];
static unsigned char *const middle = (unsigned char *)array + 4;
int main(void) {
    assert(sizes[0] == 2 && sizes[1] == 2 && sizes[2] == 17 && distance == 3);
    unsigned i = __VERIFIER_nondet_uint() % 4;
    assert(sizes[i] == 2 || sizes[i] == 17 || sizes[i] == 3);
    array[i] = -1;
    assert((*middle == 0xff) == (i == 2));
    return 0;
}
