// expect: TRUE
// about: rotating left and then right by the same amount changes nothing
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint() % 31 + 1;
    unsigned left = (x << n) | (x >> (32 - n));
    unsigned back = (left >> n) | (left << (32 - n));
    if (back != x) reach_error();
    return 0;
}
