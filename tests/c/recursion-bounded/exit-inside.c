// expect: TRUE
// about: the recursion ends the program before it returns
extern void reach_error(void);

extern void exit(int);
static int down(int n) {
    if (n == 0) exit(0);
    return down(n - 1);
}
int main(void) {
    down(6);
    reach_error();
    return 0;
}
