// expect: TRUE
// about: a set of 32 numbers in the bits of a word
extern int __VERIFIER_nondet_int(void);

static unsigned set;
static int add(int element) {
    if (element < 0 || element >= 32) return -1;
    set |= 1u << element;
    return 0;
}
int main(void) {
    int is_full = 0;
    while (!is_full) {
        int element = __VERIFIER_nondet_int();
        if (element == -1) break;
        if (add(element) == 0) is_full = set == ~0u;
    }
    return is_full;
}
