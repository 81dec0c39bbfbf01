// expect: TRUE
// about: a function without a body that is said not to return does not
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void die(void) __attribute__((noreturn));

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x) die();
    if (x) reach_error();
    return 0;
}
