// expect: TRUE
// about: arrays of characters initialised by strings
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static char exact[3] = "abc", filled[6] = "ab", counted[] = "a\0b", days[2][4] = {"mon", "tue"};
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 3) assert(exact[i] == (char)('a' + i));
    if (i >= 2 && i < 6) assert(filled[i] == 0);
    assert(sizeof counted == 4 && counted[1] == 0 && counted[2] == 'b');
    assert(days[i % 2][3] == 0 && days[i % 2][0] == (i % 2 ? 't' : 'm'));
    return 0;
}
