// expect: FALSE
// about: two activations of a function have unrelated variables without values
// violation: 16
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int choose(int old) {
    int fresh;
    return fresh == 3 ? 3 : old;
}

int main(void) {
    int x = 1;
    while (x == 1 && __VERIFIER_nondet_int()) x = choose(x);
    int y = choose(2);
    if (x != 1 && y == 2) reach_error();
    if (y != 2 && y != 3) reach_error();
    return 0;
}
