// expect: UNKNOWN: where objects lie
// about: a number from outside may be an address, but which one is the machine's choice
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
    int never_accessed;
    unsigned long k = __VERIFIER_nondet_ulong();
    if (k == (unsigned long)&never_accessed) reach_error();
    return 0;
}
