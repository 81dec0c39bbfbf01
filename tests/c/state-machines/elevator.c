// expect: TRUE
// about: the door is open only when the elevator stands
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int floor = 0, moving = 0, open = 0;
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event == 1 && !moving) open = 1;
        if (event == 2) open = 0;
        if (event == 3 && !open) moving = 1;
        if (event == 4 && moving) {
            moving = 0;
            if (floor < 3) floor++;
            else floor = 0;
        }
        assert(!(open && moving));
        assert(0 <= floor && floor <= 3);
    }
}
