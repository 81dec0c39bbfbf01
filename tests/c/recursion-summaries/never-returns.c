// expect: TRUE
// about: a recursion without an end: nothing comes after it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int around(int n) { return around(n ^ 1) + 1; }
int main(void) {
    around(__VERIFIER_nondet_int());
    reach_error();
    return 0;
}
