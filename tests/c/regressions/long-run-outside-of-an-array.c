// expect: UNKNOWN: no run
// about: an access outside of an array, far into a run, reached the error in two native programs that nobody checked
// options: --engine run
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int t[8], h[8];

int main(void) {
    unsigned n = 0;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 5) return 0;
    for (unsigned i = 0; i < 30000000u; i++) n = n * 3 + i + k;
    for (int i = 0; i < 8 - k; i++) {
        t[i] = 1;
        h[i] = (int)(n & 1) + 100;
    }
    int sum = 0;
    for (int i = 0; i < 8 + k; i++) sum += t[i];
    if (sum >= 100) reach_error();
    return h[k];
}
