// expect: TRUE
// about: a global that every call raises and lowers again
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned depth;
static void dive(unsigned n) {
    if (n == 0) return;
    depth++;
    dive(n - 1);
    depth--;
}
int main(void) {
    dive(__VERIFIER_nondet_int());
    if (depth != 0) reach_error();
    return 0;
}
