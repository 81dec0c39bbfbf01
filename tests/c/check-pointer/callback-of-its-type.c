// expect: TRUE
// about: a function is called through a pointer of its type
// options: --check pointer
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
    operation *run = twice;
    if (x > 5) x = (int)both(x, 3);
    return run(x);
}
