// expect: TRUE
// about: one loop counts up what the next one counts down (the thesis on EUForia, Example 3.2)
// options: --engine euf
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0, k = 0;
    while (i < n) {
        i++;
        k++;
    }
    unsigned j = n;
    while (j > 0) {
        assert(k > 0);
        j--;
        k--;
    }
    return 0;
}
