// expect: TRUE
// about: two functions call the same third one, which remembers
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int total;
static void add(int x) { total += x; }
static void left(int x) { add(x); add(1); }
static void right(int x) { add(-x); add(-1); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    left(x);
    right(x);
    left(7);
    if (total != 8) reach_error();
    return 0;
}
