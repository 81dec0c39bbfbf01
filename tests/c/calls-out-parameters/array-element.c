// expect: TRUE
// about: a pointer into an array, at an index that is not known
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void increase(int *cell) { if (*cell < 3) ++*cell; }

int main(void) {
    int a[3] = {0, 0, 0};
    for (int i = 0; i < 6; i++) {
        int k = __VERIFIER_nondet_int();
        if (k >= 0 && k < 3) increase(&a[k]);
        increase(&a[0]);
    }
    if (a[0] != 3) reach_error();
    return 0;
}
