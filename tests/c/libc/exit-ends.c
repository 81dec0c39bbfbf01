// expect: TRUE
// about: nothing comes after exit
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#include <stdlib.h>
static void leave(int x) {
    if (x) exit(x);
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    leave(x);
    if (x) reach_error();
    return 0;
}
