// expect: TRUE
// about: calls in both of two nested loops
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned low3(unsigned x) { return x & 7; }

int main(void) {
    unsigned sum = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned inner = low3(sum);
        while (__VERIFIER_nondet_int()) inner = low3(inner + 1);
        if (inner > 7) reach_error();
        sum += inner;
    }
    return 0;
}
