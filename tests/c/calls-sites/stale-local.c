// expect: FALSE
// about: a variable without a value does not hold what an earlier call stored in it
// violation: 16
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int any(int set) {
    int local;
    if (set) local = 5;
    return local;
}

int main(void) {
    int first = any(1);
    int second = any(__VERIFIER_nondet_int() != 0);
    if (second != 5) reach_error();
    (void)second;
    return 0;
}
