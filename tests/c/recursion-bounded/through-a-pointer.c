// expect: TRUE
// about: the result goes through a pointer
extern void reach_error(void);

static void add_up(int *to, int n) {
    if (n == 0) return;
    *to += n;
    add_up(to, n - 1);
}
int main(void) {
    int x = 100;
    add_up(&x, 5);
    if (x != 115) reach_error();
    return 0;
}
