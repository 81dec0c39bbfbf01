// expect: TRUE
// about: memory is set byte by byte
// data-models: ILP32 LP64
#include <assert.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned words[3] = {7, 8, 9};
    unsigned char byte = __VERIFIER_nondet_uchar();
    memset(words, byte, 2 * sizeof(unsigned));
    unsigned at = __VERIFIER_nondet_uint() % 2;
    assert(words[at] == byte * 0x01010101u);
    assert(words[2] == 9);
    memset(words, 0, sizeof words);
    assert(words[2] == 0);
    return 0;
}
