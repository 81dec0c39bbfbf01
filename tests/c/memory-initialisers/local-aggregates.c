// expect: TRUE
// about: a local aggregate is initialised each time anew
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int tally(int step) {
    int counts[3] = {1, [2] = 3};
    static int calls[2] = {5};
    counts[1] += step;
    calls[0]++;
    calls[1] += counts[1];
    return counts[0] + counts[1] + counts[2] + (calls[0] == 7);
}
int main(void) {
    int x = __VERIFIER_nondet_int() % 1000;
    assert(tally(x) == 4 + x);
    assert(tally(x) == 5 + x);
    return 0;
}
