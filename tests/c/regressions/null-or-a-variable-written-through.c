// expect: UNKNOWN: null pointer
// about: an execution that goes through a null pointer was looked at in another program and ended in a panic
// options: --engine bmc
// at: 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int variable, *pointer = 0;
    if (__VERIFIER_nondet_int()) pointer = &variable;
    *pointer = 3;
    if (*pointer == 3) reach_error();
    return 0;
}
