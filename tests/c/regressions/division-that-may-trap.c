// expect: FALSE
// about: an execution that divides by zero on the way is not the only one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int c = a / b;
    if (a == 17) reach_error();
    return 0;
}
