// expect: FALSE
// about: most executions that reach the error read behind the array, and one does not
// violation: 12
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int table[4];

int main(void) {
    int k = __VERIFIER_nondet_int();
    int unused = table[k];
    if (k >= 3) reach_error();
    return 0;
}
