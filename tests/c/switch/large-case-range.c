// expect: FALSE
// about: a case range of a thousand numbers has its last number in it
// violation: 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x) {
    case 1000 ... 1999:
        if (x % 1000 == 999) reach_error();
        break;
    default:
        break;
    }
    return 0;
}
