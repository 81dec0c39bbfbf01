// expect: FALSE
// about: a loop is left because of what a call says, and what is left over is miscounted
// violation: 17
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int test(int x, int limit) { return x >= limit; }

int main(void) {
    int x = 0, y = 0;
    for (;;) {
        if (test(x, 4)) break;
        if (test(y, 9)) continue;
        x++;
        y += 2;
    }
    if (y != 9) reach_error();
    return 0;
}
