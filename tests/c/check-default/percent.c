// expect: TRUE
// about: a percentage of a positive total
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned part = __VERIFIER_nondet_uint(), total = __VERIFIER_nondet_uint();
    if (part > total) return 0;
    if (total == 0) return 0;
    int percent = (int)(100.0 * part / total);
    return percent == 50;
}
