// expect: FALSE
// about: one branch releases a lock that the end of the loop releases again
// violation: 14
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int lock = 0;
void take(void) {
    if (lock) reach_error();
    lock = 1;
}
void release(void) {
    if (!lock) reach_error();
    lock = 0;
}
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        take();
        if (__VERIFIER_nondet_int() == 42) release();
        release();
    }
    return 0;
}
