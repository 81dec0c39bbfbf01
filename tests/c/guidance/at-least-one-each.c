// expect: TRUE
// about: the number of steps is at most the sum of what each adds
// options: --engine euf --tune facts=off
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0, steps = 0;
    while (sum < 500000) {
        int more = __VERIFIER_nondet_int();
        if (more < 1 || more > 1000) return 0;
        sum += more;
        steps++;
    }
    assert(steps <= 500000);
    return 0;
}
