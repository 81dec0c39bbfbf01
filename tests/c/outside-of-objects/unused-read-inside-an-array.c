// expect: FALSE
// about: what nobody needs is read from the array
// violation: 12
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int table[10];

int main(void) {
    int k = __VERIFIER_nondet_int();
    int unused = table[k];
    if (k == 9) reach_error();
    return 0;
}
