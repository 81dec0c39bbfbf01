// expect: FALSE
// about: before it is closed, a stream that is open for reading has bytes
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    FILE *file = fopen("a", "r");
    int c = file ? fgetc(file) : EOF;
    if (file) fclose(file);
    if (c == 'a') reach_error();
    return 0;
}
