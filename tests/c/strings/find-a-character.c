// expect: TRUE
// about: the first and the last of its kind
#include <assert.h>
#include <string.h>
int main(void) {
    const char *text = "banana";
    assert(strchr(text, 'n') == text + 2 && strrchr(text, 'n') == text + 4 && strchr(text, 'x') == 0);
    assert(strstr(text, "nan") == text + 2);
    return 0;
}
