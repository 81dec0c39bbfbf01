// expect: TRUE
// about: nothing here depends on the locale
#include <locale.h>
extern void reach_error(void);
static int x;

int main(void) {
    setlocale(LC_ALL, "");
    if (x) reach_error();
    return 0;
}
