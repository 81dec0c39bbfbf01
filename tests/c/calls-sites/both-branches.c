// expect: TRUE
// about: the same call in both branches, with values that are needed after it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int next(int x) { return x + 1; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int kept, y;
    if (x > 10) {
        kept = x;
        y = next(10);
    } else {
        kept = 10;
        y = next(x);
    }
    if (x < 0 || x > 1000) return 0;
    if (y > kept + 1) reach_error();
    return 0;
}
