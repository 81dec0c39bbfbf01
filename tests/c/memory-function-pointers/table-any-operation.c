// expect: FALSE
// about: an operation from a table may be any of them
// data-models: ILP32 LP64
// violation: 18
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int (*const operations[])(int, int) = {add, subtract, larger};
int main(void) {
    unsigned operation = __VERIFIER_nondet_uint() % 3;
    int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    int result = operations[operation](a, b);
    assert(result <= a + b);
    assert(result >= a);
    return 0;
}
