// expect: TRUE
// about: all members of a struct are set by its initialiser
// options: --check uninitialised
extern int __VERIFIER_nondet_int(void);

struct state {
    int mode, speed;
};
int main(void) {
    struct state s = {.mode = __VERIFIER_nondet_int()};
    if (s.mode > 0) s.speed = 3;
    while (s.speed > 0) s.speed--;
    return s.mode == 2;
}
