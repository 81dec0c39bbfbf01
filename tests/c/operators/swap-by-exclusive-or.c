// expect: TRUE
// about: two variables change places without a third
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x, b = y;
    x ^= y;
    y ^= x;
    x ^= y;
    if (x != b || y != a) reach_error();
    return 0;
}
