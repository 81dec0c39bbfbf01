// expect: TRUE
// about: a table of functions is called by an input
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int total;
static void add(int x) { total += x; }
static void keep(int x) { (void)x; }
static void zero(int x) { total = x - x; }
static void (*const table[3])(int) = {add, keep, zero};

int main(void) {
    for (int i = 0; i < 3; i++) {
        unsigned which = __VERIFIER_nondet_int();
        if (which < 3) table[which](2);
    }
    table[1](9);
    if (total < 0 || total > 6 || total % 2) reach_error();
    return 0;
}
