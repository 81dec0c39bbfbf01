// expect: FALSE
// about: helpers read and write an array, and what is outside is forgotten
// violation: 16
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int cells[4];
static void put(int i, int x) { if (i >= 0 && i < 4) cells[i] = x; }
static int get(int i) { return i >= 0 && i < 4 ? cells[i] : -1; }

int main(void) {
    int i = __VERIFIER_nondet_int();
    put(i, 5);
    put(2, 7);
    int x = get(i);
    if (x != 5 && x != 7) reach_error();
    if (get(2) != 7) reach_error();
    return 0;
}
