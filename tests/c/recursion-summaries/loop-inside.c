// expect: TRUE
// about: a loop in a recursive function
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fill(unsigned n) {
    int i = 0;
    if (n == 0) return 0;
    while (i < 5) i++;
    return fill(n - 1) + i - 5;
}
int main(void) {
    if (fill(__VERIFIER_nondet_int()) != 0) reach_error();
    return 0;
}
