// expect: FALSE
// about: a character is not found at its last place
// data-models: ILP32 LP64
// violation: 15
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    const char *text = "key=a=b";
    char wanted = __VERIFIER_nondet_char();
    const char *at = strchr(text, wanted);
    if (at != NULL) assert(*at == wanted && at - text <= 7);
    else assert(wanted != 'k' && wanted != 'b' && wanted != '\0');
    assert(at == NULL || strchr(at, '=') == text + 5);
    return 0;
}
