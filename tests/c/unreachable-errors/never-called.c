// expect: TRUE
// about: an error in a function that nobody calls
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int unused(int x) {
    if (x) reach_error();
    return x;
}
int main(void) { return __VERIFIER_nondet_int() ? 1 : 0; }
