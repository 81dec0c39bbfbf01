// expect: TRUE
// about: what is defined of zero
extern void reach_error(void);
extern unsigned input(void);

int main(void) {
    unsigned x = input();
    if (x == 0 && (__builtin_ffs(x) || __builtin_popcount(x))) reach_error();
    if (x && __builtin_clz(x) > 31) reach_error();
    return 0;
}
