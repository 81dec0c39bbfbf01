// expect: TRUE
// about: a depth that the program fixes
extern void reach_error(void);

static int depth(int n) {
    if (n == 0) return 0;
    return depth(n - 1) + 1;
}
int main(void) {
    if (depth(20) != 20) reach_error();
    return 0;
}
