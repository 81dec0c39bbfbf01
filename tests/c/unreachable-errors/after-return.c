// expect: TRUE
// about: an error after the last return
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x) return 1;
    return 0;
    reach_error();
}
