// expect: TRUE
// about: a struct is copied before all of its members have a value, and only the others are used
// options: --check uninitialised
extern int __VERIFIER_nondet_int(void);

struct pair {
    int left, right;
};
int main(void) {
    struct pair a, b;
    a.left = __VERIFIER_nondet_int();
    b = a;
    return b.left == 3;
}
