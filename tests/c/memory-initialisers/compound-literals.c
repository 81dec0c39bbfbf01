// expect: TRUE
// about: compound literals are objects of their own
// data-models: ILP32 LP64
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct range {
    int low, high;
};
static int width(const struct range *r) { return r->high - r->low; }
static int *const digits = (int[]){3, 1, 4};
int main(void) {
    int low = __VERIFIER_nondet_int() % 100;
    struct range *r = &(struct range){low, .high = low + 8};
    r->low++;
    assert(width(r) == 7 && width(&(struct range){.high = 2}) == 2);
    unsigned at = __VERIFIER_nondet_uint() % 3;
    digits[at] = 9;
    assert(digits[0] + digits[1] + digits[2] == 9 + 8 - (at == 0 ? 3 : at == 1 ? 1 : 4));
    return 0;
}
