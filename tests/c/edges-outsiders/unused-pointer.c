// expect: UNKNOWN: leads to
// about: a variable that this file does not use holds the address of one that it does
extern void reach_error(void);
static int x;
int *p = &x;
extern void tick(void);

int main(void) {
    x = 0;
    tick();
    if (x) reach_error();
    return 0;
}
