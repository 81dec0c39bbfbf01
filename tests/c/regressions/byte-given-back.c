// expect: UNKNOWN: given back
// about: a byte that was given back is read again
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    ungetc('a', stdin);
    if (getchar() != 'a') reach_error();
    return 0;
}
