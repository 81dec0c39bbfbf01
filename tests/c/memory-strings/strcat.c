// expect: TRUE
// about: a string is put behind another
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char path[12] = "";
    _Bool absolute = __VERIFIER_nondet_bool();
    if (absolute) strcpy(path, "/");
    strcat(path, "usr");
    strcat(path, "/lib");
    assert(strlen(path) == (absolute ? 8 : 7));
    assert(strcmp(path + absolute, "usr/lib") == 0);
    return 0;
}
