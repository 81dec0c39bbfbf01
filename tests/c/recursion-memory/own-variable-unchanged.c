// expect: TRUE
// about: what an inner activation does to its own variable leaves that of the outer one alone
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void set(int *p, int value) { *p = value; }

void activation(int depth) {
    int own = 0;
    set(&own, depth);
    if (depth > 0 && depth < 8)
        activation(depth - 1);
    if (own != depth)
        reach_error();
}

int main(void) {
    activation(__VERIFIER_nondet_int());
    return 0;
}
