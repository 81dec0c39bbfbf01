// expect: UNKNOWN: read
// about: there is nothing in a stream that is closed
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    fclose(stdin);
    if (getchar() != EOF) reach_error();
    return 0;
}
