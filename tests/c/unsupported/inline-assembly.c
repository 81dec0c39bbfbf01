// expect: UNKNOWN: assembly
// about: inline assembly whose result matters
// at: 10
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y;
    __asm__("addl $1, %0" : "=r"(y) : "0"(x));
    if (y == 5) reach_error();
    return 0;
}
