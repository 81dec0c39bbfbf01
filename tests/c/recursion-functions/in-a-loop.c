// expect: TRUE
// about: what was computed once before a loop is what is computed in every round of it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned int power(unsigned int b, unsigned int e) {
    return e == 0 ? 1 : b * power(b, e - 1) + (e & b);
}

int main(void) {
    unsigned int b = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int();
    unsigned int once = power(b, e);
    while (__VERIFIER_nondet_int()) {
        if (power(b, e) != once)
            reach_error();
    }
    return 0;
}
