// expect: FALSE
// about: an address that is found by comparisons alone still leads to its object
// violation: 19
#include <stdint.h>
extern void reach_error(void);

int object;

int main(void) {
    uintptr_t least = 0, most = ~(uintptr_t)0, sought = (uintptr_t)&object;
    while (least < most) {
        uintptr_t middle = least + (most - least) / 2;
        if (middle < sought)
            least = middle + 1;
        else
            most = middle;
    }
    *(int *)least = 5;
    if (object == 5) reach_error();
    return 0;
}
