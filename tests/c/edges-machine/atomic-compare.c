// expect: TRUE
// about: a comparison that fails gives what is there
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
    if (atomic_compare_exchange_strong(&object, &two, one)) reach_error();
    if (two.part[0] != 1) reach_error();
    return 0;
}
