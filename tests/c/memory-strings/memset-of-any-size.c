// expect: TRUE
// about: memory is cleared as far as an input says
#include <assert.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char buffer[5] = "wxyz";
    unsigned size = __VERIFIER_nondet_uint() % 4;
    memset(buffer, ' ', size);
    assert(strlen(buffer) == 4 && buffer[3] == 'z');
    if (size >= 2) assert(buffer[1] == ' ');
    return 0;
}
