// expect: UNKNOWN: assembly
// about: inline assembly whose result matters, and of which only that is known
// at: 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y;
    __asm__("lzcntl %1, %0" : "=r"(y) : "r"(x));
    if (y == 33) reach_error();
    return 0;
}
