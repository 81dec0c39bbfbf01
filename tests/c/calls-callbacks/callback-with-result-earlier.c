// expect: FALSE
// about: a search calls back and another element matches first
// violation: 18
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_big(int x) { return x > 10; }
static int is_odd(int x) { return x % 2 != 0; }
static int find(const int *a, int (*match)(int)) {
    for (int i = 0; i < 3; i++)
        if (match(a[i])) return i;
    return -1;
}

int main(void) {
    int a[3] = {2, 15, 5};
    if (find(a, is_big) != 1) reach_error();
    if (find(a, is_odd) != 2) reach_error();
    return 0;
}
