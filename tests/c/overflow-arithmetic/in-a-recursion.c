// expect: FALSE
// about: a recursion that counts too far
// options: --property no-overflow
// violation: 8
extern int __VERIFIER_nondet_int(void);

static int count(int n, int far) {
    return far == 0 ? n : count(n + 1, far - 1);
}
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < 2147483640) return 0;
    return count(a, 9);
}
