// expect: FALSE
// about: a function is called through a pointer of another type
// options: --check pointer
// check: pointer
// violation: 18
extern int __VERIFIER_nondet_int(void);

static int twice(int x) {
    return x & 1 ? 2 : 0;
}
static long both(long x, long y) {
    return x & y;
}
typedef int operation(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    operation *run = x > 5 ? (operation *)both : twice;
    return run(x);
}
