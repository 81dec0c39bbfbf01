// expect: TRUE
// about: enumerators count on from the last explicit value
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

enum colour { RED = 3, GREEN, BLUE = 10, WHITE };
int main(void) {
    enum colour c = __VERIFIER_nondet_bool() ? GREEN : WHITE;
    assert(c == 4 || c == 11);
    assert(RED + BLUE == 13);
    return 0;
}
