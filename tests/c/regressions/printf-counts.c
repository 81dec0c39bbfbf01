// expect: UNKNOWN: printf
// about: a printf that writes to the program's memory
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int count = 0;
    printf("abc%n", &count);
    if (count == 3) reach_error();
    return 0;
}
