// expect: FALSE
// violation: 20
// about: what an inner activation does to its own variable leaves that of the outer one alone
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int *outer;

void set(int *p, int value) { *p = value; }

int activation(int depth) {
    int own = depth;
    if (depth == 3)
        outer = &own;
    if (depth < 9)
        activation(depth + 1);
    else
        set(outer, 77);
    if (depth == 3 && own == 77)
        reach_error();
    if (depth != 3 && own != depth)
        return 1;
    return own;
}

int main(void) {
    int start = __VERIFIER_nondet_int();
    if (start < 0 || start > 3)
        return 0;
    activation(start);
    return 0;
}
