// expect: TRUE
// A driver takes and releases its lock in a loop; it never takes it twice.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int locked = 0;

void lock(void) {
    if (locked) reach_error();
    locked = 1;
}

void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}

int main(void) {
    unsigned packets, handled;
    do {
        lock();
        packets = handled = __VERIFIER_nondet_uint();
        if (packets > 0) {
            unlock();
            handled = handled + 1;
        }
    } while (packets != handled);
    unlock();
    return 0;
}
