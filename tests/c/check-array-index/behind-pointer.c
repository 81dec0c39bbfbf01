// expect: TRUE
// about: an index into a member behind a pointer
// options: --check array-index
extern int __VERIFIER_nondet_int(void);

struct header {
    int kind;
    int fields[3];
    int sum;
};
static int field(const struct header *h, int at) {
    return h->fields[at];
}
int main(void) {
    struct header h = {1, {2, 3, 4}, 9};
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 2) return 0;
    return field(&h, at);
}
