// expect: TRUE
// about: a large array of zeros, of which few elements are ever used
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

enum { SIZE = 1000000 };
static int seen[SIZE];
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a < SIZE && b < SIZE && a != b);
    seen[a]++;
    seen[b]++;
    assert(seen[a] == 1 && seen[b] == 1);
    unsigned c = __VERIFIER_nondet_uint() % SIZE;
    if (c != a && c != b) assert(seen[c] == 0);
    return 0;
}
