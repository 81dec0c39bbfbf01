// expect: TRUE
// about: each call has variables of its own, which do not keep what an earlier call left there
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
    if (first != 5) reach_error();
    (void)second;
    return 0;
}
