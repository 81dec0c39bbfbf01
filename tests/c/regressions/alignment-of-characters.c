// expect: UNKNOWN: address of an object
// about: characters may lie anywhere
#include <stdint.h>
extern void reach_error(void);

char one, other;

int main(void) {
    if (((uintptr_t)&one & 7) || ((uintptr_t)&other & 7)) reach_error();
    return 0;
}
