// expect: TRUE
// about: a callee that does not end for some values
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int settle(int x) {
    while (x == 7) {}
    return x;
}

int main(void) {
    int a = settle(__VERIFIER_nondet_int());
    int b = settle(a);
    if (a == 7 || b == 7) reach_error();
    return 0;
}
