// expect: UNKNOWN: outside of every object
// about: nobody needs what is read behind the array, but C does not define the execution
// at: 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int table[10];

int main(void) {
    int k = __VERIFIER_nondet_int();
    int unused = table[k];
    if (k == 10) reach_error();
    return 0;
}
