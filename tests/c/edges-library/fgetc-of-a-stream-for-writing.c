// expect: UNKNOWN: read
// about: nor in one that is open for writing
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    FILE *file = fopen("a", "w");
    if (file && fgetc(file) == 'a') reach_error();
    return 0;
}
