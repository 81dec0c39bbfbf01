// expect: UNKNOWN: leads to
// about: a constant that other files see holds the address of a variable that they do not see by name
extern void reach_error(void);
static int x;
int *const p = &x;
extern void tick(void);

int main(void) {
    x = 0;
    tick();
    if (x) reach_error();
    return 0;
}
