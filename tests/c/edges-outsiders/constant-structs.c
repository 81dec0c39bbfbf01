// expect: UNKNOWN: leads to
// about: a constant that leads to a constant with a function in it, which changes what only this file sees
extern void reach_error(void);
struct operations { int size; void (*step)(void); };
struct driver { const char *name; const struct operations *operations; };
static int x;
static void step(void) { x++; }
static const struct operations operations = { 1, step };
const struct driver drivers[] = { { "none", 0 }, { "one", &operations } };
extern void tick(void);

int main(void) {
    x = 0;
    tick();
    if (x) reach_error();
    return 0;
}
