// expect: FALSE
// about: a pointer variable without a value may lead to memory that exists
// violation: 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int *pointer;
    if (*pointer == 12 && pointer[1] == 13) reach_error();
    return 0;
}
