// expect: TRUE
// about: a lock is taken and released by calls in a loop
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int held;
static void lock(void) { if (held) reach_error(); held = 1; }
static void unlock(void) { held = 0; }

int main(void) {
    lock();
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            unlock();
            lock();
        }
    }
    unlock();
    lock();
    return 0;
}
