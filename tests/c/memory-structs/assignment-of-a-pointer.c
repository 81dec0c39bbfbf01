// expect: FALSE
// about: a second pointer to a struct is no copy of it
// data-models: ILP32 LP64
// violation: 18
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct record {
    int key;
    char code;
    int values[2];
};
int main(void) {
    struct record a = {1, 'a', {__VERIFIER_nondet_int(), 3}};
    struct record *b = &a;
    a.values[1] = 4;
    assert(b->key == 1 && b->code == 'a' && b->values[0] == a.values[0]);
    assert(b->values[1] == 3);
    return 0;
}
