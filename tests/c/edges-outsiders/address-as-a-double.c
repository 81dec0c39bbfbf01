// expect: UNKNOWN: may hold an address
// about: a number that is converted
extern void reach_error(void);
extern void ext(double);

int main(void) {
    int x = 0;
    int *p = &x;
    ext((double)(unsigned long)&x);
    if (x + (p != &x)) reach_error();
    return 0;
}
