// expect: TRUE
// about: a file is read only between open and close
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum { CLOSED, OPEN } file = CLOSED;
void op_open(void) { if (file != CLOSED) reach_error(); file = OPEN; }
void op_read(void) { if (file != OPEN) reach_error(); }
void op_close(void) { if (file != OPEN) reach_error(); file = CLOSED; }
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        op_open();
        while (__VERIFIER_nondet_bool()) op_read();
        op_close();
    }
    return 0;
}
