// expect: FALSE
// about: integers made of pointers count bytes
// data-models: ILP32 LP64
// violation: 19
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[3] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    uintptr_t address = (uintptr_t)a;
    address += i * sizeof(int);
    int *p = (int *)address;
    *p = __VERIFIER_nondet_int();
    assert(p == &a[i]);
    assert(a[i] == *p);
    assert(address - (uintptr_t)&a[0] == i);
    return 0;
}
