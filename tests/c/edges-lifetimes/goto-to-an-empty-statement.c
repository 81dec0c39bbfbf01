// expect: FALSE
// about: a label of an empty statement behind a declaration
extern void reach_error(void);

int main(void) {
    int n = 0;
    {
        int x = 5;
        if (n > 3) n = 0;
    in:;
        if (x != 5) reach_error();
        x = 5;
    }
    if (n++ < 1) goto in;
    return 0;
}
