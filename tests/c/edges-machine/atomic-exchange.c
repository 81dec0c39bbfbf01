// expect: TRUE
// about: an exchange gives what was there
// options: --assume-pure-externals
#include <stdatomic.h>
extern void reach_error(void);
struct big {
    int part[6];
};
_Atomic struct big object;

int main(void) {
    struct big one = {{1, 2, 3, 4, 5, 6}}, two = {{9}};
    object = one;
    struct big old = atomic_exchange(&object, two);
    struct big now = object;
    if (old.part[5] != 6 || now.part[0] != 9) reach_error();
    return 0;
}
