// expect: TRUE
// about: the name that newer headers give to strtol
#include <assert.h>
extern long __isoc23_strtol(const char *, char **, int);

int main(void) {
    assert(__isoc23_strtol(" 42", 0, 10) == 42);
    return 0;
}
