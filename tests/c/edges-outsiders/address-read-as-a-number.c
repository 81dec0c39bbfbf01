// expect: UNKNOWN: may hold an address
// about: a pointer is read as a number
extern void reach_error(void);
extern void ext(long);

int main(void) {
    int x = 0;
    int *p = &x;
    ext(*(long *)&p);
    if (x + (p != &x)) reach_error();
    return 0;
}
