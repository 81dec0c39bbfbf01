// expect: FALSE
// about: an early exit of the inner loop closes the file, and the next round reads on
// violation: 10
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { CLOSED, OPEN } file = CLOSED;
void op_open(void) { if (file != CLOSED) reach_error(); file = OPEN; }
void op_read(void) {
    if (file != OPEN) reach_error();
}
void op_close(void) { if (file != OPEN) reach_error(); file = CLOSED; }
int main(void) {
    op_open();
    for (int i = 0; i < 4; i++) {
        op_read();
        if (__VERIFIER_nondet_int() == 7 && i == 2) op_close();
    }
    return 0;
}
