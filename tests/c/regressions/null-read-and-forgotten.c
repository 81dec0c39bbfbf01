// expect: UNKNOWN: null pointer
// about: a read through a null pointer whose value nobody uses ends a native run
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 3;
    int *p = __VERIFIER_nondet_int() ? &x : 0;
    int y = *p;
    if (!p) reach_error();
    return 0;
}
