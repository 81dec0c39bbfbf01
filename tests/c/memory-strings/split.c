// expect: TRUE
// about: a line is split at its comma, in place
// data-models: ILP32 LP64
#include <assert.h>
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static char *split(char *line) {
    char *comma = strchr(line, ',');
    if (comma == NULL) return NULL;
    *comma = '\0';
    return comma + 1;
}
int main(void) {
    char line[6] = "abcde";
    unsigned at = __VERIFIER_nondet_uint() % 6;
    if (at < 5) line[at] = ',';
    char *rest = split(line);
    assert((rest == NULL) == (at == 5));
    assert(strlen(line) == at);
    if (rest != NULL) assert(strlen(rest) == 4 - at);
    return 0;
}
