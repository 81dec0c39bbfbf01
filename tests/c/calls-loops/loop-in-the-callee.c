// expect: TRUE
// about: a function with a loop, called from two places
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int count_to(int n) {
    int i = 0;
    while (i < n) i++;
    return i;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 20) return 0;
    int a = count_to(n);
    int b = count_to(2);
    if (a != n || b != 2) reach_error();
    return 0;
}
