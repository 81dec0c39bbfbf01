// expect: TRUE
// about: of the two sides of ?: only one is evaluated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    int c = __VERIFIER_nondet_int();
    int r = c ? ++x : --y;
    if (x - y != 1) reach_error();
    if (r != (c ? 1 : -1)) reach_error();
    return 0;
}
