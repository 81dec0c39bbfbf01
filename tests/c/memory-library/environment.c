// expect: TRUE
// about: a setting from the environment, if it is there and makes sense
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int level = 0;
    const char *setting = getenv("LEVEL");
    if (setting != NULL && setting[0] >= '0' && setting[0] <= '9') level = setting[0] - '0';
    assert(level >= 0 && level <= 9);
    return 0;
}
