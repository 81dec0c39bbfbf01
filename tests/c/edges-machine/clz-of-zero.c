// expect: UNKNOWN: __builtin_clz
// about: how many zeros zero has is not defined, and differs from machine to machine
extern void reach_error(void);
extern unsigned input(void);

int main(void) {
    unsigned x = input();
    if (x == 0 && __builtin_clz(x) != 32) reach_error();
    return 0;
}
