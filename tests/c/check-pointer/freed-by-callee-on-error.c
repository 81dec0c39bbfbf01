// expect: FALSE
// about: a callee frees its argument if something is wrong, and the caller goes on
// options: --check pointer
// check: pointer
// violation: 21
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int check(char *text, int is_valid) {
    if (!is_valid) {
        free(text);
        return -1;
    }
    return 0;
}
int main(void) {
    char *text = calloc(4, 1);
    if (text == NULL) return 0;
    int error = check(text, __VERIFIER_nondet_int());
    if (error > 0) return 1;
    text[0] = 'a';
    free(text);
    return 0;
}
