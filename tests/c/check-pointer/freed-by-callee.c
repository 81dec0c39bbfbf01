// expect: TRUE
// about: a callee frees its argument and the caller knows
// options: --check pointer
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
    if (error) return 1;
    text[0] = 'a';
    free(text);
    return 0;
}
