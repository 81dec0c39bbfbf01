// expect: TRUE
// about: what is not freed at the end, or lost, is not reported by default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        char *p = malloc(3);
        if (p != NULL) p[2] = (char)(n & 7);
    }
    return 0;
}
