// expect: TRUE
// about: a struct is copied as a whole from pointer to pointer
// data-models: ILP32 LP64
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct record {
    int key;
    char code;
    int values[2];
};
static void copy(struct record *to, const struct record *from) { *to = *from; }
int main(void) {
    struct record a = {1, 'a', {__VERIFIER_nondet_int(), 3}}, b;
    copy(&b, &a);
    a.values[1] = 4;
    assert(b.key == 1 && b.code == 'a' && b.values[0] == a.values[0]);
    assert(b.values[1] == 3);
    return 0;
}
