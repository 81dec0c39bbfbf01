// expect: FALSE
// about: output changes nothing in memory, and hides nothing
// violation: 16
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};
int main(void) {
    struct point p = {__VERIFIER_nondet_int(), 2};
    char name[3] = "pq";
    printf("%s: %d %d\n", name, p.x, p.y);
    puts(name);
    assert(p.x != 9 && name[0] == 'p' && name[2] == '\0');
    return 0;
}
