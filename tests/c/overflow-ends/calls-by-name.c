// expect: TRUE
// about: the property can be named where it is the usual one
// options: --property unreach-call
extern int __VERIFIER_nondet_int(void);

extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a + 1 == 7 && a != 6) reach_error();
    return 0;
}
