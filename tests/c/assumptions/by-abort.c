// expect: TRUE
// about: an assumption made of abort, as SV-COMP's programs have it
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void reach_error(void);

void assume_abort_if_not(int cond) {
    if (!cond) abort();
}
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assume_abort_if_not(x % 2 == 0);
    if (x & 1) reach_error();
    return 0;
}
