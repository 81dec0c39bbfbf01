// expect: TRUE
// about: an execution ends where the source says that nobody comes, by the rules of SV-COMP
// options: --sv-comp --property unreach-call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 3) __builtin_unreachable();
    if (x != 3) reach_error();
    return 0;
}
