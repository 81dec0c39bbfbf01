// expect: TRUE
// about: the output of an instruction that is not known is any value
#include <assert.h>
int main(void) {
    unsigned x;
    __asm__ volatile("rdpmc" : "=a"(x));
    assert(x % 2 < 2);
    return 0;
}
