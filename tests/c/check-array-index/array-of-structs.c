// expect: TRUE
// about: the last byte of a tag in an array of structs
// options: --check array-index
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
    entries[at].tag[1] = 'x';
    return 0;
}
