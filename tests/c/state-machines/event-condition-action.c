// expect: FALSE
// about: rules over several variables, an output that a sequence of inputs brings about
// inputs: 1 3 2 4 1
// violation: 14
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a = 1, b = 7, c = 0;
int step(int in) {
    if (in == 1 && a == 1 && b == 7) { a = 2; return 20; }
    if (in == 3 && a == 2 && b != 9) { b = 9; c = 1; return 21; }
    if (in == 2 && a == 2 && b == 9 && c) { a = 3; return 22; }
    if (in == 4 && a == 3 && b == 9) { b = 7; c = 0; return 23; }
    if (in == 1 && a == 3 && b == 7 && !c) reach_error();
    return -2;
}
int main(void) {
    while (1) {
        int in = __VERIFIER_nondet_int();
        if (in < 1 || in > 4) return 0;
        step(in);
    }
}
