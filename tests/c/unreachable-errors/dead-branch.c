// expect: TRUE
// about: an error behind a condition that contradicts itself
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        if (x < 5) reach_error();
    return 0;
}
