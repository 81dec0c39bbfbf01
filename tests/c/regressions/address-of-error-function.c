// expect: FALSE
// about: the error function, called through a pointer
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    void (*fail)(void) = reach_error;
    if (__VERIFIER_nondet_int() == 3) fail();
    return 0;
}
