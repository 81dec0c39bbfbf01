// expect: FALSE
// about: bytes that nobody wrote are copied from one object on the heap to another
// violation: 12
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
    char *from = malloc(16), *to = malloc(16);
    from[4] = 'y';
    memcpy(to, from, 16);
    if (to[5] == 'x' && from[5] == 'x' && to[4] == 'y') reach_error();
    return 0;
}
