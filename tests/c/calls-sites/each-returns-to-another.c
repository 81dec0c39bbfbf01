// expect: FALSE
// about: the call is expected to return to the other caller
// violation: 22
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int pick(int x) { return x > 0; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int from = 0;
    if (x == 1) {
        pick(x);
        from = 1;
    } else if (x == 2) {
        pick(x);
        from = 2;
    } else {
        pick(x);
        from = 3;
    }
    if (x == 1 && from != 2) reach_error();
    if (x == 2 && from != 2) reach_error();
    if (x > 2 && from != 3) reach_error();
    return 0;
}
