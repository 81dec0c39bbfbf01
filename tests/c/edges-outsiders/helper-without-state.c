// expect: TRUE
// about: a function that uses no variable and does not fail may be called by others
extern void reach_error(void);
int input(void);

int larger(int a, int b) { return a > b ? a : b; }

int main(void) {
    int x = input(), y = input();
    if (larger(x, y) < x) reach_error();
    return 0;
}
