// expect: FALSE
// violation: 27
// about: a struct that is passed down by its address: one field counts what the other counts down
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct work {
    unsigned int left;
    unsigned int done;
};

void step(struct work *w) {
    if (w->left <= 1)
        return;
    w->left -= 1;
    w->done += 1;
    step(w);
}

int main(void) {
    struct work w;
    unsigned int n = __VERIFIER_nondet_uint();
    w.left = n;
    w.done = 0;
    step(&w);
    if (w.left != 0 || w.done != n)
        reach_error();
    return 0;
}
