// expect: TRUE
// about: a call of reach_error is not the error here, and ends the program
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a > 100) reach_error();
    return a + 1000;
}
