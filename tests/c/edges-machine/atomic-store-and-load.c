// expect: TRUE
// about: a large atomic object holds what is stored
// options: --assume-pure-externals
#include <stdatomic.h>
extern void reach_error(void);
struct big {
    int part[6];
};
_Atomic struct big object;

int main(void) {
    struct big one = {{1, 2, 3, 4, 5, 6}};
    object = one;
    struct big two = object;
    if (two.part[3] != 4) reach_error();
    return 0;
}
