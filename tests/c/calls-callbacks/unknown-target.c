// expect: UNKNOWN: pointer
// about: a call through a pointer that holds any value: nobody knows where it goes
// at: 12
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int one(int x) { return x + 1; }

int main(void) {
    int (*f)(int);
    if (__VERIFIER_nondet_int()) f = one;
    int x = f(1);
    if (x != 2) reach_error();
    return 0;
}
