// expect: FALSE
// about: each call fills an array of its own, perhaps beyond what is looked at
// violation: 18
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int last(int n, int value) {
    int cells[3];
    for (int i = 0; i < 3; i++) cells[i] = 0;
    if (n >= 0 && n < 3) cells[n] = value;
    return cells[0] + cells[1] + cells[2];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int a = last(n, 4);
    int b = last(3, 9);
    if (a != 4) reach_error();
    if (b != 0) reach_error();
    return 0;
}
