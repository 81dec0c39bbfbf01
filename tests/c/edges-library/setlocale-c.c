// expect: TRUE
// about: in the locale that programs start with, there are no others
#include <ctype.h>
#include <locale.h>
extern void reach_error(void);

int main(void) {
    setlocale(LC_ALL, "C");
    if (isalpha(228)) reach_error();
    return 0;
}
