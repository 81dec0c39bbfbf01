// expect: FALSE
// about: a switch on a char is on the promoted value, which may be negative
// violation: 11
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    switch (c) {
    case 'a': return 1;
    case -1: reach_error();
    }
    return 0;
}
