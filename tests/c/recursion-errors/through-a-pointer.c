// expect: FALSE
// about: a pointer that is the address of another variable in one call
// violation: 14
extern void reach_error(void);

static void add_up(int *to, int *other, int n) {
    if (n == 0) return;
    *to += n;
    add_up(n == 3 ? other : to, other, n - 1);
}
int main(void) {
    int x = 0, y = 0;
    add_up(&x, &y, 5);
    if (x != 15) reach_error();
    return 0;
}
