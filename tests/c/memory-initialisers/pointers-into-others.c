// expect: TRUE
// about: globals whose initial values are addresses in other globals
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct table {
    int head;
    int body[4];
};
static struct table first = {1, {10, 11, 12, 13}}, second = {2, {20, 21, 22, 23}};
static int *const places[] = {&first.head, &first.body[2], second.body, second.body + 3};
static int *const *cursor = places + 1;
int main(void) {
    assert(**cursor == 12 && *cursor[1] == 20 && *cursor[-1] == 1);
    unsigned i = __VERIFIER_nondet_uint() % 4;
    *places[i] = 5;
    assert((first.body[2] == 5) == (i == 1));
    assert(second.body[1] == 21 && first.body[3] == 13);
    return 0;
}
