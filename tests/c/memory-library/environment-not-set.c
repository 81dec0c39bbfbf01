// expect: FALSE
// about: a setting may be missing from the environment
// violation: 9
#include <assert.h>
#include <stdlib.h>

int main(void) {
    const char *setting = getenv("LEVEL");
    assert(setting != NULL);
    return 0;
}
