// expect: TRUE
// about: what is assigned behind the label is known
extern void reach_error(void);

int main(void) {
    int n = 0;
    {
        int x = 5;
    in:
        x = n;
        if (x != n) reach_error();
    }
    if (n++ < 2) goto in;
    return 0;
}
