// expect: TRUE
// about: every slot is freed once and set to null
// options: --check free
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
            slot[at] = NULL;
        }
    }
    for (int i = 0; i < 3; i++) free(slot[i]);
    return 0;
}
