// expect: TRUE
// about: a function with a loop and a check has more callers than anybody wants copies of it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int rise(int from, int n) {
    int x = from;
    for (int i = 0; i < n; i++) {
        if (x < from) reach_error();
        if (x < 1000000) x++;
    }
    return x;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 0 || n > 2) return 0;
    x = rise(1, n);
    x = rise(2, 1);
    x = rise(3, n);
    x = rise(4, 2);
    x = rise(5, n);
    x = rise(6, 3);
    x = rise(7, n);
    x = rise(8, 4);
    x = rise(9, n);
    x = rise(10, 5);
    x = rise(11, n);
    x = rise(12, 6);
    x = rise(13, n);
    if (x < 13) reach_error();
    return 0;
}
