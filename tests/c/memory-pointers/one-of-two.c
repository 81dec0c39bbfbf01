// expect: TRUE
// about: a pointer to one of two variables changes that one only
// data-models: ILP32 LP64
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, y = 2;
    _Bool first = __VERIFIER_nondet_bool();
    int value = __VERIFIER_nondet_int();
    int *p = first ? &x : &y;
    *p = value;
    if (first) assert(x == value && y == 2);
    else assert(x == 1 && y == value);
    return 0;
}
