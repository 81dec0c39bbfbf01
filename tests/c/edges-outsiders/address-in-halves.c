// expect: UNKNOWN: may hold an address
// about: an address goes out in two halves
extern void reach_error(void);
extern void ext(unsigned, unsigned);

int main(void) {
    int x = 0;
    int *p = &x;
    unsigned long number = (unsigned long)p;
    ext((unsigned)(number >> 32), (unsigned)number);
    if (x + (p != &x)) reach_error();
    return 0;
}
