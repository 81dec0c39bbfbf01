// expect: UNKNOWN: which changes the locale
// about: which characters are letters depends on the locale
#include <ctype.h>
#include <locale.h>
extern void reach_error(void);

int main(void) {
    setlocale(LC_ALL, "");
    if (isalpha(228)) reach_error();
    return 0;
}
