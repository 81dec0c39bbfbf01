// expect: TRUE
// about: functions call each other through a table
extern void reach_error(void);

static int leave(int n), half(int n), once_more(int n);
static int (*const steps[])(int) = { leave, half, once_more };
static int leave(int n) { return n; }
static int half(int n) { return steps[n > 5 ? 1 : 2](n / 2); }
static int once_more(int n) { return steps[0](n + 1); }
int main(void) {
    if (half(40) != 3) reach_error();
    return 0;
}
