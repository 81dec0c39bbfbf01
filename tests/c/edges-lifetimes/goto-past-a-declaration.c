// expect: FALSE
// about: a jump past a declaration leaves the variable indeterminate, also the second time
extern void reach_error(void);

int main(void) {
    int n = 0;
    {
        int x = 5;
    in:
        if (x != 5) reach_error();
    }
    if (n++ < 1) goto in;
    return 0;
}
