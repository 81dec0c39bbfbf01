// expect: FALSE
// about: two counters that go together until one forgets a step
// violation: 14
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x++;
        if (x != 5) y++;
        if (x - y > 1) reach_error();
    }
    if (x != y) reach_error();
    return 0;
}
