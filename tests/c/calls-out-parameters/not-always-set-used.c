// expect: FALSE
// about: what a function sets on some ways only is used without asking
// violation: 17
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int parse(int c, int *digit) {
    if (c < '0' || c > '9') return 0;
    *digit = c - '0';
    return 1;
}

int main(void) {
    int d = -1, e = -1;
    int ok = parse(__VERIFIER_nondet_int(), &d);
    int ok2 = parse('7', &e);
    if ((d < 0 || d > 9)) reach_error();
    if (!ok2 || e != 7) reach_error();
    return 0;
}
