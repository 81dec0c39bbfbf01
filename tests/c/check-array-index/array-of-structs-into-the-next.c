// expect: FALSE
// about: the byte behind a tag is the first of the next struct
// options: --check array-index
// check: array-index
// violation: 18
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct entry {
    short number;
    char tag[2];
};
int main(void) {
    static struct entry entries[5];
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 3) return 0;
    entries[at].number = 1;
    entries[at].tag[__VERIFIER_nondet_bool() ? 2 : 1] = 'x';
    return 0;
}
