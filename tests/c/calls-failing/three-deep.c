// expect: TRUE
// about: checks lie three calls deep on ways that part and meet, and none of them fails.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int total;
static void check(int limit) {
    if (total > limit) reach_error();
}
static void add(int x) {
    if (x > 3) total += x;
    check(15);
}
static void both(int x) {
    if (x != 4) add(x);
    add(x + 1);
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 4) return 0;
    both(4);
    both(x);
    return 0;
}
