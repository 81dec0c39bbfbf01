// expect: UNKNOWN: sscanf
// about: what sscanf reads is in the text, also where functions without a body return anything
// options: --sv-comp
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int number = 0;
    sscanf("5", "%d", &number);
    if (number != 5) reach_error();
    return 0;
}
