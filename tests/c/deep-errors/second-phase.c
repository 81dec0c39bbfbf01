// expect: FALSE
// about: the error needs a loop after a loop
// violation: 15
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int a = 0, b = 0;
    while (__VERIFIER_nondet_bool()) {
        if (a < 6) a++;
    }
    while (__VERIFIER_nondet_bool()) {
        if (b < a) b += 2;
    }
    if (b == 6) reach_error();
    return 0;
}
