// expect: FALSE
// about: a function with a loop and a check has more callers than anybody wants copies of it; the last one makes it fail.
// violation: 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int rise(int from, int n, int most) {
    int x = from;
    for (int i = 0; i < n; i++) {
        if (x > most) reach_error();
        if (x < 1000000) x++;
    }
    return x;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 0 || n > 3) return 0;
    x = rise(x, n, 30);
    x = rise(x, 1, 30);
    x = rise(x, n, 30);
    x = rise(x, 1, 30);
    x = rise(x, n, 30);
    x = rise(x, 1, 30);
    x = rise(x, n, 30);
    x = rise(x, 1, 30);
    x = rise(x, n, 30);
    x = rise(x, 1, 30);
    x = rise(x, n, 30);
    x = rise(x, 1, 30);
    x = rise(x, n, 25);
    return 0;
}
