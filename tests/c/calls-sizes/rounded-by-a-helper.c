// expect: TRUE
// about: how much is copied is computed by a helper of a helper, which is called for other sizes, too.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned long up_to(unsigned long n, unsigned long unit) { return (n + unit - 1) / unit * unit; }
static unsigned long bytes(unsigned long n) { return up_to(n, sizeof(int)); }
static void copy(int *to, const int *from, unsigned long n) { memcpy(to, from, bytes(n)); }
int main(void) {
    int from[4], to[4] = {0, 0, 0, 0};
    from[0] = __VERIFIER_nondet_int();
    from[1] = __VERIFIER_nondet_int();
    from[2] = 3;
    from[3] = 4;
    copy(to, from, 5);
    if (to[0] != from[0] || to[1] != from[1] || to[2] != 0)
        reach_error();
    copy(to + 1, from, 3 * sizeof(int) - 1);
    if (to[1] != from[0] || to[2] != from[1] || to[3] != 3)
        reach_error();
    return 0;
}
