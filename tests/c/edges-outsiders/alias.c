// expect: UNKNOWN: leads to
// about: another name under which other files see a variable
extern void reach_error(void);
static int x;
extern int y __attribute__((alias("x")));
extern void tick(void);

int main(void) {
    x = 0;
    tick();
    if (x) reach_error();
    return 0;
}
