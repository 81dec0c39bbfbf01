// expect: FALSE
// about: what an initialiser of nested aggregates leaves out is zero
// data-models: ILP32 LP64
// violation: 23
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct pixel {
    unsigned char rgb[3];
};
struct image {
    struct pixel row[2][2];
    int scale;
};
static struct image images[2] = {
    {{{{{1, 2, 3}}, {{4, 5, 6}}}, {{{7, 8, 9}}}}, 10},
    {{20, 21, 22, 23}, 30},
};
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 2, c = __VERIFIER_nondet_uint() % 3;
    assert(images[0].row[0][i].rgb[c] == 3 * i + c + 1);
    assert(images[1].row[0][0].rgb[c] == 20 + c && images[1].row[0][1].rgb[0] == 23);
    assert(images[0].row[1][i].rgb[c] == 7 + c && images[i].scale == 10 + 20 * (int)i);
    return 0;
}
