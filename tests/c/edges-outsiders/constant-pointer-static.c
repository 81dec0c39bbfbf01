// expect: TRUE
// about: a constant that other files do not see leads them nowhere
extern void reach_error(void);
static int x;
static int *const p = &x;
extern void tick(void);

int main(void) {
    *p = 0;
    tick();
    if (x) reach_error();
    return 0;
}
