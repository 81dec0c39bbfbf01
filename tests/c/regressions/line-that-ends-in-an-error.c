// expect: FALSE
// about: fgets without a result may have stored what it read before the error
// violation: 9
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    char line[4] = "xy";
    if (fgets(line, 4, stdin) == 0 && line[0] == 'a') reach_error();
    return 0;
}
