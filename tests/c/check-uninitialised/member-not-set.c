// expect: FALSE
// about: a member of a struct is set on some ways only
// options: --check uninitialised
// check: uninitialised
// violation: 15
extern int __VERIFIER_nondet_int(void);

struct state {
    int mode, speed;
};
int main(void) {
    struct state s;
    s.mode = __VERIFIER_nondet_int();
    if (s.mode > 0) s.speed = 3;
    while (s.speed > 0) s.speed--;
    return s.mode == 2;
}
