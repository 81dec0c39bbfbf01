// expect: TRUE
// about: a callback's state lives as long as the callback is registered
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct timer {
    void (*fire)(void *);
    void *state;
};
static struct timer timer;
static void count(void *state) {
    unsigned *n = state;
    *n += 1;
}
static void start(unsigned from) {
    static unsigned n;
    n = from;
    timer.fire = count;
    timer.state = &n;
}
int main(void) {
    start(__VERIFIER_nondet_uint());
    while (__VERIFIER_nondet_int()) timer.fire(timer.state);
    return 0;
}
