// expect: FALSE
// about: the helper rounds up, so that one number more is copied than was asked for.
// violation: 16
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned long up_to(unsigned long n, unsigned long unit) { return (n + unit - 1) / unit * unit; }
static unsigned long bytes(unsigned long n) { return up_to(n, sizeof(int)); }
static void copy(int *to, const int *from, unsigned long n) { memcpy(to, from, bytes(n)); }
int main(void) {
    int from[2], to[2] = {7, 7};
    from[0] = 1;
    from[1] = __VERIFIER_nondet_int();
    copy(to, from, 2);
    copy(to, from, 5);
    if (to[1] != 7) reach_error();
    return 0;
}
