// expect: FALSE
// about: after three rotations the first value is back
// violation: 15
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int a = 1, b = 2, c = 3, moved = 0;
    while (__VERIFIER_nondet_bool()) {
        int t = a;
        a = b;
        b = c;
        c = t;
        moved = 1;
        if (moved && a == 1) reach_error();
    }
    return 0;
}
