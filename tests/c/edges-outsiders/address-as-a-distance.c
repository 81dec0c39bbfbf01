// expect: UNKNOWN: may hold an address
// about: the distance from another object
extern void reach_error(void);
extern void ext(int);
static char base[4];

int main(void) {
    int x = 0;
    int *p = &x;
    ext((int)((char *)&x - base));
    if (x + (p != &x)) reach_error();
    return 0;
}
