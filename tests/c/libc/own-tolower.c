// expect: TRUE
// about: a library function that the program defines itself is the program's
#include <assert.h>
extern int toupper(int);
int tolower(int c) { return c + 1; }

int main(void) {
    assert(tolower('A') == 'B');
    assert(toupper('a') == 'A');
    return 0;
}
