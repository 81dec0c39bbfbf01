// expect: FALSE
// about: the steps of a machine are calls, and one leaves out a state
// violation: 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int state;
static void go(int next) {
    if (next == 2 && state != 1) reach_error();
    state = next;
}

int main(void) {
    for (;;) {
        switch (state) {
        case 0: go(__VERIFIER_nondet_int() ? 1 : 2); break;
        case 1: go(__VERIFIER_nondet_int() ? 2 : 0); break;
        default: go(0);
        }
    }
}
