// expect: TRUE
// about: a program without any error
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x != 0) x = __VERIFIER_nondet_int();
    return x;
}
