// expect: TRUE
// about: an error in the recursive function that its arguments exclude
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void down(int n, int step) {
    if (step == 0) reach_error();
    if (n > 0) down(n - 1, step);
}
int main(void) {
    int n = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
    if (step > 0) down(n, step);
    return 0;
}
