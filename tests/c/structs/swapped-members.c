// expect: FALSE
// about: two members change places in a loop
// violation: 13
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct pair { int a, b; };
int main(void) {
    struct pair p = {1, 2};
    while (__VERIFIER_nondet_bool()) {
        struct pair q = {p.b, p.a};
        p = q;
        if (p.a == 2) reach_error();
    }
    return 0;
}
