// expect: UNKNOWN: may hold an address
// about: a number that is converted, and went through a function
extern void reach_error(void);
extern void ext(long double);
static long double wide(unsigned long number) { return number; }

int main(void) {
    int x = 0;
    int *p = &x;
    ext(wide((unsigned long)&x));
    if (x + (p != &x)) reach_error();
    return 0;
}
