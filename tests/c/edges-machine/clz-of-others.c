// expect: FALSE
// about: numbers that are not zero have as many zeros as they have, and ffs knows what it does with zero
extern void reach_error(void);
extern unsigned input(void);

int main(void) {
    unsigned x = input();
    int first = __builtin_ffs(0);
    if (first == 0 && x && __builtin_clz(x) == 3 && __builtin_ctz(x) == 5 && __builtin_clzl(x) == 35) reach_error();
    return 0;
}
