// expect: TRUE
// about: constants that lead to constants and to functions without variables
extern void reach_error(void);
struct operations { int size; int (*next)(int); };
static int x;
static int next(int n) { return n + 1; }
static const struct operations operations = { 1, next };
const struct operations *const table[] = { 0, &operations };
extern void tick(void);

int main(void) {
    x = 0;
    tick();
    if (x) reach_error();
    return 0;
}
