// expect: TRUE
// about: a character is found at its first place
// data-models: ILP32 LP64
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    const char *text = "key=a=b";
    char wanted = __VERIFIER_nondet_char();
    const char *at = strchr(text, wanted);
    if (at != NULL) assert(*at == wanted && at - text <= 7);
    else assert(wanted != 'k' && wanted != 'b' && wanted != '\0');
    assert(strchr(text, '=') == text + 3);
    return 0;
}
