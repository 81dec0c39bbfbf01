// expect: TRUE
// about: output does not change what the program computes
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#include <stdio.h>
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x;
    printf("x is %d\n", x);
    puts("done");
    assert(x == y);
    return 0;
}
