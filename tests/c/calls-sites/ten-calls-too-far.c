// expect: FALSE
// about: ten calls in a row of a function that counts just as far as it should not
// violation: 18
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int count;
static int tick(int by) {
    if (by > 0) count += by;
    return count;
}

int main(void) {
    int by = __VERIFIER_nondet_int();
    if (by > 10) by = 10;
    int a = tick(by); a = tick(by); a = tick(1); a = tick(-1); a = tick(by);
    a = tick(by); a = tick(0); a = tick(2); a = tick(by); a = tick(by);
    if (a >= 63 || a < 3) reach_error();
    return 0;
}
