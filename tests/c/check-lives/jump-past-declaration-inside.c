// expect: TRUE
// about: the variable is used by its name only
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    switch (n) {
        int x;
    case 1:
        x = 5;
        return x == 5 ? 0 : 1;
    default: break;
    }
    return 0;
}
