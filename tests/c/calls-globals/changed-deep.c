// expect: TRUE
// about: a global is changed deep below the function that reads it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int level;
static void deep(int x) { level = x; }
static void between(int x) { if (x > 0) deep(x); else deep(-x); }
static void top(int x) { between(x); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == -2147483647 - 1) return 0;
    top(x);
    int a = level;
    top(-x);
    if (level != a || level < 0) reach_error();
    return 0;
}
