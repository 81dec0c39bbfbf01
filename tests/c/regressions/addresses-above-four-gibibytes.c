// expect: UNKNOWN: address of an object
// about: an allocation may lie above four gibibytes and need not: some take large addresses for error codes
// options: --data-model LP64
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *p = malloc(8);
    if ((unsigned long)p > 4294967295UL) return 0;
    reach_error();
}
