// expect: TRUE
// about: the distance of two places in one object tells nothing
extern void reach_error(void);
extern void ext(long);

int main(void) {
    int x = 0;
    int *p = &x;
    int cells[4];
    ext(&cells[3] - &cells[1]);
    if (x + (p != &x)) reach_error();
    return 0;
}
