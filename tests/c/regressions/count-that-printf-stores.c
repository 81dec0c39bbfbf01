// expect: UNKNOWN: printf
// about: a conversion %n stores, though functions without a body are assumed not to
// options: --sv-comp
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int count = 0;
    printf("abc%n", &count);
    if (count == 3) reach_error();
    return 0;
}
