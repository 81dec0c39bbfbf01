// expect: TRUE
// about: another name that other files do not see
extern void reach_error(void);
static int x;
static int y __attribute__((alias("x")));
extern void tick(void);

int main(void) {
    y = 0;
    tick();
    if (x) reach_error();
    return 0;
}
