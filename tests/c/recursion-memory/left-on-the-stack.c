// expect: FALSE
// violation: 26
// about: a variable that is not initialised holds anything, also where an activation before it has left a number
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void set(int *p, int depth, int value) {
    if (depth > 0)
        set(p, depth - 1, value);
    else
        *p = value;
}

int look(int depth, int write) {
    int own;
    if (write)
        set(&own, depth, 5);
    if (depth > 0)
        return look(depth - 1, write);
    return *(volatile int *)&own;
}

int main(void) {
    look(1, 1);
    if (look(1, 0) != 5)
        reach_error();
    return 0;
}
