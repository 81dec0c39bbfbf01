// expect: TRUE
// about: a local variable hides the global of the same name
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int x = 1;
int get(void) { return x; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    x++;
    assert(get() == 1);
    {
        int x = 5;
        assert(x == 5);
    }
    return x - x;
}
