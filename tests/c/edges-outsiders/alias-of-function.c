// expect: UNKNOWN: leads to
// about: another name under which other files see a function
extern void reach_error(void);
static int x;
static void step(void) { x++; }
extern void go(void) __attribute__((alias("step")));
extern void tick(void);

int main(void) {
    x = 0;
    tick();
    if (x) reach_error();
    return 0;
}
