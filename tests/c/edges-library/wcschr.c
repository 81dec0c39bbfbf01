// expect: UNKNOWN: a pointer into what
// about: the result leads into the argument
// options: --assume-pure-externals
#include <wchar.h>
extern void reach_error(void);

int main(void) {
    wchar_t text[3] = { 1, 2, 0 };
    wchar_t *found = wcschr(text, 2);
    if (found) *found = 7;
    if (text[1] == 7) reach_error();
    return 0;
}
