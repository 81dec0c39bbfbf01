// expect: FALSE
// about: a slot may be freed a second time
// options: --check free
// check: free
// violation: 17
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char *slot[3] = {NULL, NULL, NULL};
    while (__VERIFIER_nondet_int() > 0) {
        unsigned at = __VERIFIER_nondet_uint() % 3;
        if (slot[at] == NULL) {
            slot[at] = malloc(2);
        } else {
            free(slot[at]);
        }
    }
    return 0;
}
