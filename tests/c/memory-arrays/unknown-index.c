// expect: TRUE
// about: an array at an index that is not known
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    int a[100] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 100;
    a[i] = 1;
    if (a[__VERIFIER_nondet_uint() % 100] == 2) reach_error();
    return 0;
}
