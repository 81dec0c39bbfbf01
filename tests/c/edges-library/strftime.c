// expect: UNKNOWN: strftime
// about: what prints to memory and has no model is refused
// options: --assume-pure-externals
#include <assert.h>
#include <time.h>

int main(void) {
    char text[8] = "";
    struct tm t = {0};
    assert(strftime(text, sizeof text, "%Y", &t) < sizeof text);
    return 0;
}
