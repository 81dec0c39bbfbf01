// expect: FALSE
// about: bit fields laid over a word, with a gap between them
// violation: 19
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

union control {
    unsigned word;
    struct {
        unsigned enable : 1, mode : 3, : 5, divisor : 8, reserved : 15;
    } bits;
};
int main(void) {
    union control c = {.word = 0};
    unsigned mode = __VERIFIER_nondet_uint() % 8;
    c.bits.enable = 1;
    c.bits.mode = mode;
    c.bits.divisor = 0x12;
    assert(c.word == (0x1201u | mode << 1));
    c.word &= ~1u;
    assert(c.bits.enable == 0 && c.bits.mode == mode);
    return 0;
}
