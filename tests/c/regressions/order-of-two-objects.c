// expect: UNKNOWN: address of an object
// about: nobody says which of two objects comes first
#include <stdint.h>
extern void reach_error(void);

int one, other;

int main(void) {
    if ((uintptr_t)&one > (uintptr_t)&other) reach_error();
    return 0;
}
