// A driver takes and releases its lock in a loop; it never takes it twice.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }

static int locked;

static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}

static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}

int main(void) {
    int32_t asked, handled;
    do {
        lock();
        asked = handled = __VERIFIER_nondet_int();
        if (asked > 0) {
            unlock();
            handled = handled - 1;
        }
    } while (asked != handled);
    unlock();
    return EXIT_SUCCESS;
}
