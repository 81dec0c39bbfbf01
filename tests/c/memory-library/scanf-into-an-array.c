// expect: TRUE
// about: a number is read into one element of an array
#include <assert.h>
#include <stdio.h>
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[3] = {10, 11, 12};
    unsigned at = __VERIFIER_nondet_uint() % 3, other = __VERIFIER_nondet_uint() % 3;
    scanf("%d", &a[at]);
    if (other != at) assert(a[other] == 10 + (int)other);
    return 0;
}
