// expect: FALSE
// about: an 8-bit counter is back at zero after 15 more steps of 16
// violation: 13
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char c = 16;
    int steps = 0;
    while (__VERIFIER_nondet_bool()) {
        c += 16;
        steps++;
        if (c == 0) reach_error();
    }
    return 0;
}
